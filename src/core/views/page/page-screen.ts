import type { Key } from "../line/keys.ts";
import { emptyLine, shownPart, type TypedLine, textOf, typed as typedInto } from "../line/line-editor.ts";
import { plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import { wrap } from "../rows/wrap.ts";
import type { At, KeyUse, Pressed, Screen, Seen } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";
import { moved, type PageAt, type PageMove, pageRows, pageStart, placeOf, sought } from "./page.ts";

/** A long text: where the person is in it, what they look for, and whether they want all of it. */
export interface PageModel {
  readonly page: PageAt;
  /** What is being typed to look for. */
  readonly typing?: TypedLine;
  /** More than what usually counts. */
  readonly all: boolean;
}

/** A text that can be scrolled and searched. */
export interface PageText {
  readonly title: string;
  /** The text in lines that are not wrapped yet. They need not be plain. */
  lines(at: At, all: boolean): Seen<readonly string[]>;
  /** Columns by which the later rows of a line are indented. */
  readonly hang: number;
  /** What `a` adds and takes away, for the help. */
  readonly all: string;
}

export function pageScreen(text: PageText): Screen<PageModel> {
  const rowsAt = (model: PageModel, at: At) => rowsOf(text, model, at);
  const move =
    (by: PageMove) =>
    (model: PageModel, at: At): Pressed<PageModel> => {
      const rows = rowsAt(model, at);
      return { model: { ...model, page: moved(model.page, by, rows, heightOf(at)) } };
    };
  const keys: readonly KeyUse<PageModel>[] = [
    { keys: ["up", "row-up", "'k'"], does: "one row up", press: move("up") },
    { keys: ["down", "row-down", "'j'"], does: "one row down", press: move("down") },
    { keys: ["page-up"], does: "one page up", press: move("page-up") },
    { keys: ["page-down", "' '"], does: "one page down", hint: "more", press: move("page-down") },
    { keys: ["home", "oldest"], does: "to the beginning", press: move("first") },
    { keys: ["end", "newest"], does: "to the end", press: move("last") },
    {
      keys: ["'/'"],
      does: "looks for words",
      hint: "search",
      press: (model) => ({ model: { ...model, typing: emptyLine } }),
    },
    {
      keys: ["'n'"],
      does: "the next place where they are found",
      hint: "next",
      when: ({ page }) => page.query !== "",
      press: move("next"),
    },
    {
      keys: ["'N'"],
      does: "the place before",
      when: ({ page }) => page.query !== "",
      press: move("previous"),
    },
    {
      keys: ["'a'"],
      does: text.all,
      hint: "all",
      press: (model) => ({ model: { ...model, all: !model.all, page: { ...model.page, top: 0 } } }),
    },
    {
      keys: ["enter"],
      does: "ends the search line; what it found stays marked",
      hint: "found",
      when: ({ typing }) => typing !== undefined,
      press: ({ typing: _, ...model }) => ({ model }),
    },
    {
      keys: ["escape"],
      does: "looks for nothing any more",
      hint: "end search",
      when: ({ typing, page }) => typing !== undefined || page.query !== "",
      press: ({ typing: _, ...model }) => ({ model: { ...model, page: { ...model.page, query: "" } } }),
    },
  ];
  return {
    title: text.title,
    begin: { page: pageStart, all: false },
    keys,
    isTyping: ({ typing }) => typing !== undefined,
    typed: (model, key, at) => typedAt(model, key, rowsAt(model, at), at),
    rows: (model, at) => frameOf(text, model, at),
    arrive: (model, about) => ({ ...model, page: { top: 0, query: about } }),
  };
}

/** The rows below have the place and what is looked for. */
function heightOf({ size }: At): number {
  return Math.max(1, size.rows - 2);
}

function typedAt(
  { typing, ...model }: PageModel,
  key: Key,
  rows: readonly string[],
  at: At,
): Pressed<PageModel> | undefined {
  if (!typing) return undefined;
  if (key.name === "escape" || key.name === "enter") return undefined;
  const line = typedInto(typing, key);
  if (line === typing) return undefined;
  return { model: { ...model, typing: line, page: sought(model.page, textOf(line), rows, heightOf(at)) } };
}

function rowsOf(text: PageText, { all }: PageModel, at: At): readonly string[] {
  const seen = text.lines(at, all);
  if (seen.kind === "reading") return [];
  const lines = seen.kind === "failed" ? [seen.why] : seen.value;
  return lines
    .flatMap((line) => plainText(line).split("\n"))
    .flatMap((line) => wrap(line, at.size.columns, text.hang));
}

function frameOf(text: PageText, model: PageModel, at: At): Frame {
  const { paint, size } = at;
  const rows = rowsOf(text, model, at);
  const height = heightOf(at);
  const page = { ...model.page, top: Math.max(0, Math.min(model.page.top, rows.length - height)) };
  const shown = pageRows(page, rows, height, paint);
  const isReading = text.lines(at, model.all).kind === "reading";
  const filled = [...(isReading ? [paint("dim", " …")] : shown), ...Array.from({ length: height }, () => "")];
  const place = paint("dim", fitted(placeOf(page, rows, height), size.columns));
  const body = [...filled.slice(0, height), place];
  if (!model.typing) return { rows: body };
  const { text: typing, column } = shownPart(model.typing, size.columns - 2);
  return { rows: [...body, `/ ${typing}`], cursor: { row: body.length, column: column + 2 } };
}
