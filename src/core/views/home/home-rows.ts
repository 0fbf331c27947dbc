import { clipped } from "../../text/clipped.ts";
import { agoWords } from "../documents/ago-words.ts";
import {
  type ListedSession,
  placeWords,
  progressWords,
  type ReadSession,
  spentWords,
} from "../documents/session-rows.ts";
import { commandWords, type Lead } from "../next/lead.ts";
import { type Block, windowOf } from "../page/window.ts";
import { oneLine } from "../plain-text.ts";
import type { Paint } from "../rows/theme.ts";
import { wrap } from "../rows/wrap.ts";
import { fitted, widthOf } from "../text-width.ts";
import type { HomeEntry } from "./home.ts";

export interface HomeLayout {
  readonly width: number;
  readonly height: number;
  readonly selected: number;
  readonly now: string;
  readonly paint: Paint;
}

/** The body of Home: what is missing, then all sessions in groups. */
export function homeRows(entries: readonly HomeEntry[], layout: HomeLayout): readonly string[] {
  const blocks = entries.map((entry, index): Block => {
    const before = entries[index - 1];
    const isSelected = index === layout.selected;
    if (entry.kind === "trouble") return troubleRows(entry.text, isSelected, layout);
    if (entry.kind === "ready") return readyRows(entry, isSelected, layout);
    return sessionBlock(entry, before, isSelected, entries, layout);
  });
  return windowOf(blocks, layout.selected, layout.height);
}

/** A fault in full, as the command line tells it. */
function troubleRows(text: string, isSelected: boolean, { paint, width }: HomeLayout): Block {
  const rows = text.split("\n").flatMap((line) => wrap(oneLineKept(line), width - 4, 2));
  return [
    heading("Needs you", paint),
    ...marked(
      rows.map((row) => `  ${row}`),
      isSelected,
      paint,
      width,
    ),
    "",
  ];
}

function readyRows(
  { lead, steps }: Extract<HomeEntry, { kind: "ready" }>,
  isSelected: boolean,
  { paint, width }: HomeLayout,
): Block {
  const inner = (text: string) => wrap(text, width - 6, 2).map((row) => `      ${row}`);
  const says = lead.says
    .flatMap((line) => wrap(oneLineKept(line), width - 6, 2))
    .map((row) => `      ${row}`);
  const next = [...says, ...inner(doWords(lead)).map((row) => paint("bold", row))];
  if (steps.length === 0)
    return [heading("Next", paint), ...marked([`  ${doWords(lead)}`], isSelected, paint, width), ...says, ""];
  const rows = steps.flatMap(({ what, state }) => {
    if (state === "done") return [`  ${paint("good", "✓")} ${what}`];
    if (state === "later") return [paint("dim", `    ${what}`)];
    return [...marked([`  ${what}`], isSelected, paint, width), ...next];
  });
  return [heading("Getting ready", paint), ...rows, ""];
}

/** What a person can do about it here. */
function doWords({ enter, typed, next }: Lead): string {
  const parts = [
    ...(enter ? [`Enter: ${oneLine(commandWords(enter))}`] : []),
    ...(typed === undefined ? [] : [`${enter ? "n" : "Enter"}: type ${typed}`]),
  ];
  return parts.length > 0 ? parts.join("  ·  ") : `In a shell: ${oneLine(next.command)}`;
}

/** The indentation of a line stays. */
function oneLineKept(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ""}${oneLine(line)}`;
}

function sessionBlock(
  entry: Extract<HomeEntry, { kind: "session" }>,
  before: HomeEntry | undefined,
  isSelected: boolean,
  all: readonly HomeEntry[],
  layout: HomeLayout,
): Block {
  const isFirst = before?.kind !== "session" || before.group !== entry.group;
  const isNext = isFirst && before?.kind === "session";
  const rows =
    layout.width >= oneRowFrom ? wideRow(entry.session, all, layout) : twoRows(entry.session, layout);
  return [
    ...(isNext ? [""] : []),
    ...(isFirst ? [heading(entry.group, layout.paint)] : []),
    ...marked(rows, isSelected, layout.paint, layout.width),
  ];
}

const oneRowFrom = 120;

function heading(text: string, paint: Paint): string {
  return paint("bold", text);
}

/** The first row has the mark of what is selected, and is bold. */
function marked(
  [first = "", ...more]: readonly string[],
  isSelected: boolean,
  paint: Paint,
  width: number,
): Block {
  const row = fitted(`${isSelected ? "▸" : " "}${first.slice(1)}`, width);
  return [isSelected ? paint("bold", row) : row, ...more.map((one) => paint("dim", fitted(one, width)))];
}

function twoRows(one: ListedSession, { now }: HomeLayout): Block {
  return [`  ${nameOf(one)}${titleOf(one, ": ")}`, `      ${standing(one, now).join(" · ")}`];
}

/** Names, titles and how it stands in columns. */
function wideRow(one: ListedSession, all: readonly HomeEntry[], { width, now }: HomeLayout): Block {
  const names = all.flatMap((entry) => (entry.kind === "session" ? [widthOf(nameOf(entry.session))] : []));
  const nameWidth = Math.min(36, Math.max(...names));
  const titles = all.flatMap((entry) =>
    entry.kind === "session" ? [widthOf(titleOf(entry.session, ""))] : [],
  );
  const titleWidth = Math.min(Math.max(...titles), Math.floor((width - nameWidth - 6) / 2));
  const name = column(nameOf(one), nameWidth);
  return [`  ${name}  ${column(titleOf(one, ""), titleWidth)}  ${standing(one, now).join(" · ")}`];
}

function column(text: string, width: number): string {
  const shown = fitted(text, width);
  return shown + " ".repeat(Math.max(0, width - widthOf(shown)));
}

function nameOf({ session, isMeant }: ListedSession): string {
  return `${oneLine(session)}${isMeant ? " *" : ""}`;
}

function titleOf(one: ListedSession, before: string): string {
  if ("unreadable" in one || one.title === "") return "";
  return `${before}${oneLine(one.title)}`;
}

function standing(one: ListedSession, now: string): readonly string[] {
  if ("unreadable" in one) return [`cannot be read: ${clipped(oneLine(one.unreadable), 200)}`];
  return [
    ...(one.needs.length > 0 && one.over === undefined ? [`needs you: ${one.needs.join(", ")}`] : []),
    placeWords(one),
    ...(one.tasks === undefined || one.over !== undefined ? [] : [progressWords(one.tasks)]),
    spentWords(one.spent),
    ...atWork(one),
    agoWords(one.lastAt, now),
  ].map(oneLine); // the card may have been edited
}

function atWork({ runner }: ReadSession): readonly string[] {
  if (!runner) return [];
  return [runner.isSure ? "at work" : `may be at work on ${oneLine(runner.host)}`];
}
