import { type Block, windowOf } from "../../page/window.ts";
import { oneLine, plainText } from "../../plain-text.ts";
import { planRows } from "../../plan/graph.ts";
import type { LocalTimes } from "../../rows/layout.ts";
import { leftWords } from "../../rows/live-words.ts";
import type { Paint } from "../../rows/theme.ts";
import { wrap } from "../../rows/wrap.ts";
import { fitted, widthOf } from "../../text-width.ts";
import type { InboxItem } from "../inbox.ts";
import { offerLines } from "./offers.ts";
import { originLines } from "./origin-lines.ts";

/** Something that waits, in whichever session. */
export interface InboxEntry {
  readonly session: string;
  readonly item: InboxItem;
  /** What it would cost, where that is asked. */
  readonly estimate: readonly string[];
}

export interface InboxLayout {
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
  readonly times: LocalTimes;
  readonly now: string;
}

/** The list of all that waits: a row for each. */
export function inboxRows(
  entries: readonly InboxEntry[],
  selected: number,
  { width, height, paint }: InboxLayout,
): readonly string[] {
  if (entries.length === 0) return ["Nothing waits for you."];
  const sessions = Math.min(24, Math.max(...entries.map(({ session }) => widthOf(oneLine(session)))));
  const blocks = entries.map(({ session, item }, index): Block => {
    const name = fitted(oneLine(session), sessions);
    const gap = " ".repeat(sessions - widthOf(name));
    const mark = index === selected ? "▸" : " ";
    const row = fitted(`${mark} ${item.id.padEnd(5)} ${name}${gap}  ${oneLine(item.title)}`, width);
    return [index === selected ? paint("bold", row) : row];
  });
  return windowOf(blocks, selected, height);
}

/** One item in full: what a person decides about, and nothing beside it. */
export function itemRows({ session, item, estimate }: InboxEntry, layout: InboxLayout): readonly string[] {
  const { width, paint } = layout;
  const wrapped = (text: string, hang = 2) =>
    plainText(text)
      .split("\n")
      .flatMap((line) => wrap(line, width, hang));
  return [
    ...wrap(oneLine(`${item.title}${whenOf(item, layout)}`), width).map((row) => paint("bold", row)),
    ...wrap([oneLine(session), ...originLines(item.escalation)].join(" · "), width).map((row) =>
      paint("dim", row),
    ),
    ...(item.text === "" ? [] : ["", ...textRows(item, wrapped, paint)]),
    ...(item.plan
      ? ["", "What waits for what", ...planRows(item.plan, width).flatMap((row) => wrapped(row))]
      : []),
    ...(estimate.length > 0 ? ["", ...estimate.flatMap((line) => wrapped(oneLine(line)))] : []),
    ...(item.approves === undefined
      ? []
      : ["", ...wrapped(`A yes allows exactly this, and once: ${item.approves}`)]),
  ];
}

function whenOf({ until }: InboxItem, { times, now }: InboxLayout): string {
  return until === undefined ? "" : ` at ${times.dateAndTime(until)}${leftWords(until, now)}`;
}

/** What would be written has the colours of a change. */
function textRows(
  { text, shown }: InboxItem,
  wrapped: (text: string, hang?: number) => readonly string[],
  paint: Paint,
): readonly string[] {
  if (shown === undefined) return wrapped(text);
  return plainText(text)
    .split("\n")
    .flatMap((line) => {
      const style = line.startsWith("+ ") ? "good" : line.startsWith("- ") ? "bad" : undefined;
      return wrapped(line).map((row) => (style ? paint(style, row) : row));
    });
}

/** How an item can be settled; the chosen way is marked. */
export function offerRows(item: InboxItem, chosen: number, { width, paint }: InboxLayout): readonly string[] {
  return offerLines(item).map((line, index) => {
    const row = fitted(`${index === chosen ? "▸" : " "} ${line}`, width);
    return index === chosen ? paint("bold", row) : row;
  });
}

/** Sessions whose inbox nobody can read, a row for each. Home tells why in full. */
export function damagedRows(
  damaged: readonly { readonly session: string; readonly damage: string }[],
  width: number,
): readonly string[] {
  return damaged.map(({ session, damage }) =>
    fitted(`! ${oneLine(session)} cannot be read: ${oneLine(damage)}`, width),
  );
}
