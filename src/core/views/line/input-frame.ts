import type { Wait } from "../../decide/waits/wait.ts";
import type { State } from "../../state/state.ts";
import { visible } from "../../text/visible.ts";
import { wordsOf } from "../inbox/words-of.ts";
import { plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import type { Layout } from "../rows/layout.ts";
import { wrap } from "../rows/wrap.ts";
import { fitted } from "../text-width.ts";
import { askedFor, hintRows } from "./ask.ts";
import { hasLines, shownRows } from "./line-editor.ts";
import { type InputAround, openWaits, type TalkInput, turnedTo } from "./talk-input.ts";

const sign = "› ";
/** Of a longer text, the rows around the cursor are shown. */
const mostRows = 8;
const manyHint = "Enter twice or Ctrl-D sends this · Esc throws it away";
/** More rows would leave no room for what goes on. */
const mostNotes = 12;

/** The input line, and above it what waits for the person and which answers there are. */
export function inputFrame(
  input: TalkInput,
  around: InputAround,
  state: State,
  layout: Pick<Layout, "paint" | "width" | "times" | "now">,
): Frame {
  const { paint, width } = layout;
  const head = askedRows(input, around, state, layout);
  const notice = noticeRows(input, width).map((row) => paint("warn", row));
  const { rows: own, row, column } = shownRows(input.line, width - sign.length, mostRows);
  const isIdle = input.line.characters.length === 0 && head.length === 0;
  const hint = fitted("say something to the team, or type ? for what else", width - sign.length);
  const [first = "", ...others] = isIdle ? [paint("dim", hint)] : own;
  const many = hasLines(input.line) ? [paint("dim", fitted(manyHint, width))] : [];
  const above = ["", ...head, ...notice, ...many];
  return {
    rows: [...above, `${sign}${first}`, ...others.map((one) => " ".repeat(sign.length) + one)],
    cursor: { row: above.length + row, column: sign.length + column },
  };
}

/** The same for a terminal that only prints, without what is typed: what waits, and what was wrong with an answer. */
export function inputLines(
  input: TalkInput,
  around: InputAround,
  state: State,
  layout: Pick<Layout, "width" | "times" | "now">,
): readonly string[] {
  const { width } = layout;
  const wait = turnedTo(input, around.waits);
  const notice = noticeRows(input, width);
  if (!wait) return notice;
  const asked = askedFor(wait, layout, around.branch, around.enterShips);
  const hints = hintRows([...ofSeveral(input, around, wait.id), ...asked.hints], width);
  return ["", ...noteRows(wait, state, width), ...wrap(asked.text, width), ...hints, ...notice];
}

/** What is asked, with what the person should know before they answer. */
function askedRows(
  input: TalkInput,
  around: InputAround,
  state: State,
  layout: Pick<Layout, "paint" | "width" | "times" | "now">,
): readonly string[] {
  const { paint, width } = layout;
  const wait = turnedTo(input, around.waits);
  if (!wait) return [];
  const asked = askedFor(wait, layout, around.branch, around.enterShips);
  return [
    ...noteRows(wait, state, width).map((row) => paint("warn", row)),
    ...wrap(asked.text, width).map((row) => paint("bold", row)),
    ...hintRows([...ofSeveral(input, around, wait.id), ...asked.hints], width).map((row) =>
      paint("dim", row),
    ),
  ];
}

function noteRows(wait: Wait, state: State, width: number): readonly string[] {
  const notes = wordsOf(wait).notes?.(state) ?? [];
  const rows = notes.flatMap((note) => wrap(`! ${visible(note)}`, width, 2));
  const left = rows.length - mostNotes;
  if (left <= 0) return rows;
  return [...rows.slice(0, mostNotes), fitted(`! ${left} more lines: huddle inbox`, width)];
}

function ofSeveral(input: TalkInput, { waits }: InputAround, id: string): readonly string[] {
  const ids = openWaits(input, waits).map((wait) => wait.id);
  return ids.length > 1 ? [`${ids.indexOf(id) + 1} of ${ids.length} (Tab: the next)`] : [];
}

function noticeRows({ notice }: TalkInput, width: number): readonly string[] {
  if (notice === "") return [];
  return wrap(plainText(notice), width).slice(0, mostRows);
}
