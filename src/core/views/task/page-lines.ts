import type { Instant } from "../../terms/ids.ts";
import { oneLine } from "../../text/one-line.ts";
import { logTitle, pageHead, pageSections, waitLines } from "./page-sections.ts";
import type { TaskPage } from "./task-page.ts";

/** So many of the newest lines of its story; `huddle show` tells all of them. */
const mostLines = 8;

/** The page of a task for people, a line each. `timeOf`: a time as their clock shows it. */
export function pageLines(page: TaskPage, timeOf: (at: Instant) => string): readonly string[] {
  return [
    `${page.id}  ${oneLine(page.title)}`,
    pageHead(page),
    ...page.waits.flatMap((wait) => ["", ...waitLines(wait)]),
    ...pageSections(page, timeOf).flatMap(({ title, rows }) => [
      "",
      title,
      ...(title === logTitle ? rows.slice(-mostLines) : rows).map((row) => `  ${row}`),
    ]),
  ];
}
