import type { Blob, Instant } from "../../terms/ids.ts";
import { oneLine } from "../../text/one-line.ts";
import { plainText } from "../plain-text.ts";
import type { Layout } from "../rows/layout.ts";
import type { Style } from "../rows/theme.ts";
import { wrap } from "../rows/wrap.ts";
import { pageHead, pageSections, waitLines } from "./page-sections.ts";
import type { TaskPage } from "./task-page.ts";

/** A row of the page of a task in a window. */
export interface PageRow {
  readonly text: string;
  readonly style?: Style;
  /** A part of the page begins here. */
  readonly begins?: true;
  readonly opens?: PageOpens;
}

/** What a person can open from a row of the page. */
export type PageOpens =
  | { readonly kind: "changes" }
  | { readonly kind: "run"; readonly title: string; readonly blob: Blob }
  | { readonly kind: "wait"; readonly id: string };

/** The page of a task as rows of a window, broken between words. */
export function pageRows(
  page: TaskPage,
  { width, times, now }: Pick<Layout, "width" | "times" | "now">,
): readonly PageRow[] {
  const timeOf = (at: Instant) => times.time(at, now);
  const room = Math.max(20, width - 2);
  const rows = (text: string, more: Omit<PageRow, "text"> = {}): readonly PageRow[] =>
    wrap(plainText(text), room, hangOf(text)).map((row) => ({ text: row, ...more }));
  return [
    ...rows(`${page.id}  ${oneLine(page.title)}`, { style: "bold", begins: true }),
    ...rows(pageHead(page), { style: "dim" }),
    ...page.waits.flatMap((wait) => {
      const opens = { kind: "wait", id: wait.id } as const;
      const [title = "", ...below] = waitLines(wait);
      return [
        blank,
        ...rows(`! ${title}`, { style: "warn", begins: true, opens }),
        ...below.flatMap((row) => rows(row, { opens })),
      ];
    }),
    ...pageSections(page, timeOf).flatMap(({ title, rows: all }) => [
      blank,
      ...rows(title, { style: "bold", begins: true }),
      ...all.flatMap((row) => rows(`  ${row}`, title === "Changes" ? { opens: { kind: "changes" } } : {})),
    ]),
    ...runRows(page, rows),
  ];
}

const blank: PageRow = { text: "" };

/** What each command and check printed can be opened. */
function runRows(
  { runs }: TaskPage,
  rows: (text: string, more?: Omit<PageRow, "text">) => readonly PageRow[],
): readonly PageRow[] {
  if (runs.length === 0) return [];
  return [
    blank,
    ...rows("Commands and checks", { style: "bold", begins: true }),
    ...runs.toReversed().flatMap(({ title, end, blob }) => {
      const text = `  ${oneLine(title)}: ${end}`;
      return rows(text, blob === undefined ? {} : { opens: { kind: "run", title: oneLine(title), blob } });
    }),
  ];
}

/** Rows that continue another are indented below its words. */
function hangOf(text: string): number {
  return (/^ */.exec(text)?.[0].length ?? 0) + 2;
}
