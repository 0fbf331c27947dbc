import { oneLine, plainText } from "../plain-text.ts";
import { graphRows } from "../plan/graph.ts";
import type { StoryLine } from "../story/story-line.ts";
import { fitted, widthOf } from "../text-width.ts";
import { gutterOf, type Layout, padded } from "./layout.ts";
import { lookOf, nameStyle } from "./theme.ts";
import { wrap } from "./wrap.ts";

/** One story line as rows for a terminal or a pipe, without control sequences that models or people wrote. */
export function renderLine(line: StoryLine, layout: Layout): readonly string[] {
  const when = line.until === undefined ? "" : ` ${layout.times.time(line.until, layout.now)}`;
  const inert = { ...line, text: plainText(line.text) + when, rows: line.rows.map(plainText) };
  if (line.kind === "title") return titleRows(inert, layout);
  if (line.kind === "phase") return phaseRows(inert, layout);
  const rows = spokenRows(inert, layout);
  return layout.airy && hasAir(line) ? ["", ...rows] : rows;
}

/** Messages get empty lines around them; lines about building stay close together. */
function hasAir(line: StoryLine): boolean {
  if (line.brief && line.kind !== "document") return false;
  return line.task === undefined && !["note", "accepted", "passed", "answer"].includes(line.kind);
}

function titleRows(line: StoryLine, { width, paint }: Layout): readonly string[] {
  const brief = line.rows.flatMap((row) => wrap(row, width - 2)).map((row) => `  ${paint("dim", row)}`);
  return ["", ...wrap(line.text, width - 2).map((row) => `  ${paint("bold", row)}`), ...brief];
}

function phaseRows(line: StoryLine, { width, paint, ruled = true }: Layout): readonly string[] {
  const room = ruled && Number.isFinite(width) ? Math.max(0, width - line.text.length - 4) : 0;
  const rule = `── ${line.text}${room > 0 ? ` ${"─".repeat(room)}` : ""}`;
  const below = line.rows.flatMap((row) => wrap(row, width - 3)).map((row) => `   ${paint("dim", row)}`);
  return ["", paint("bold", rule), ...below];
}

/** A name in the gutter, then the words; the following rows are indented below them. */
function spokenRows(line: StoryLine, layout: Layout): readonly string[] {
  const { paint, width } = layout;
  const gutter = gutterOf(layout);
  const look = lookOf(line.kind);
  const tag = line.task === undefined ? "" : padded(line.task, 4);
  const indent = " ".repeat(gutter + tag.length);
  const room = Math.max(12, width - indent.length);
  const text = wordRows(line, room, layout);
  const styled = text.map((row) => (look.style ? paintedRow(row, look.sign, line, layout) : row));
  const below = line.rows
    .map((row) => `${" ".repeat(look.sign.length)}${row}`)
    .flatMap((row, index) =>
      line.briefRows
        ? [fitted(oneLine(row), room)]
        : wrap(row, room, look.sign.length + hangOf(line.rows[index] ?? "")),
    )
    .map((row) => belowRow(row, line, layout));
  const drawn = line.graph ? graphRows(line.graph, room).map(plainText) : [];
  const rows = [...styled, ...drawn, ...below];
  const label = `${nameCell(line, layout, gutter)}${paint("dim", tag)}`;
  return rows.map((row, index) => `${index === 0 ? label : indent}${row}`.trimEnd());
}

function wordRows(line: StoryLine, room: number, { words }: Layout): readonly string[] {
  const { sign } = lookOf(line.kind);
  if (line.brief) return [fitted(`${sign}${oneLine(line.text)}`, room)];
  if (line.kind === "said" && words) return words(line.text, room);
  return wrap(`${sign}${line.text}`, room, sign.length);
}

/** Only the sign of a long item is coloured: a screen full of green is no easier to read. */
function paintedRow(row: string, sign: string, line: StoryLine, { paint }: Layout): string {
  const { style } = lookOf(line.kind);
  if (!style) return row;
  if (!["approved", "changes", "decision", "trouble"].includes(line.kind)) return paint(style, row);
  return sign !== "" && row.startsWith(sign) ? paint(style, sign) + row.slice(sign.length) : row;
}

function belowRow(row: string, line: StoryLine, { paint }: Layout): string {
  if (line.kind === "red") return paint("bad", row);
  return line.kind === "decision" || line.brief ? paint("dim", row) : row;
}

export function nameCell(line: Pick<StoryLine, "who" | "kind">, layout: Layout, gutter: number): string {
  if (line.who === "harness") return " ".repeat(gutter);
  const name = line.who === "human" ? layout.human : line.who;
  const style = line.kind === "passed" ? "dim" : nameStyle(layout.seats, line.who);
  const fitting = fitted(name, gutter - 2);
  return layout.paint(style, fitting) + " ".repeat(gutter - widthOf(fitting));
}

/** Rows that continue `r1  text`, `t3  text` or `- text` are indented to the text. */
function hangOf(row: string): number {
  return /^(?:\S{1,4} {2}| *- )/.exec(row)?.[0].length ?? 0;
}
