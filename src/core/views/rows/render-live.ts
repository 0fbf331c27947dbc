import type { State } from "../../state/state.ts";
import { durationWords, secondsBetween } from "../now/duration.ts";
import type { Live, Speaking } from "../now/live.ts";
import { doingNow, isTalkThread, type TaskDoing } from "../now/task-doing.ts";
import { oneLine } from "../plain-text.ts";
import { isEngineer } from "../story/short/story-short.ts";
import { storyLine } from "../story/story-line.ts";
import { fitted, fittedEnd } from "../text-width.ts";
import { gutterOf, type Layout, padded, type Talk } from "./layout.ts";
import { doingWords, paceWords, untilWords } from "./live-words.ts";
import { nameCell, renderLine } from "./render-line.ts";

/**
 * The rows at the bottom: what is being said, laid out as it will be printed, and a row for each task at work. A member
 * whose turn will be printed as one line is only shown as speaking.
 */
export function renderLive(
  live: Live,
  state: State,
  layout: Layout,
  talk: Talk["kind"] = "whole",
): readonly string[] {
  const talking = Object.entries(live.words).filter(([thread]) => isTalkThread(thread));
  const rows = talking.flatMap(([, words]) =>
    talk === "short" && isEngineer(state.session.seats, words.seat)
      ? [speakingRow(words, layout)]
      : talkRows(words, layout),
  );
  return [...rows, ...taskRows(live, state, layout)];
}

function speakingRow(speaking: Speaking, layout: Layout): string {
  const gutter = gutterOf(layout);
  const name = nameCell({ who: speaking.seat, kind: "said" }, layout, gutter);
  return `${name}${layout.paint("dim", fitted(doingWords(speaking, layout), layout.width - gutter))}`;
}

/** The words as they will stand, and below them how they come along. */
function talkRows(speaking: Speaking, layout: Layout): readonly string[] {
  const { seat, text } = speaking;
  const kind = text.trim() === "" ? "passed" : "said";
  const line = storyLine({ seq: 0, actor: seat }, kind, text.trim() || doingWords(speaking, layout));
  const rows = renderLine(line, layout);
  if (kind === "passed") return ["", ...rows];
  const pace = paceWords(speaking, layout.now);
  const calls = speaking.tool === undefined ? "" : doingWords(speaking, layout);
  const below = calls || pace;
  const gutter = gutterOf(layout);
  const indent = " ".repeat(gutter);
  return below === "" ? rows : [...rows, indent + layout.paint("dim", fitted(below, layout.width - gutter))];
}

function taskRows(live: Live, state: State, layout: Layout): readonly string[] {
  const rows = doingNow(state, live).map((doing) => taskRow(doing, layout));
  return rows.length === 0 ? [] : ["", ...rows];
}

function taskRow(doing: TaskDoing, layout: Layout): string {
  const { task, who = "harness" } = doing;
  const gutter = gutterOf(layout);
  const head = `${nameCell({ who, kind: "said" }, layout, gutter)}${layout.paint("dim", padded(task, 4))}`;
  return `${head}${doingCell(doing, layout, layout.width - gutter - 4)}`;
}

/** What goes on in a task, in so many columns: the words as they arrive, or what is done and for how long. */
export function doingCell(doing: TaskDoing, layout: Painted, room: number): string {
  const { paint } = layout;
  const { speaking } = doing;
  if (!speaking) return paint("dim", fitted(workWords(doing, layout), room));
  const said = oneLine(speaking.text);
  if (said === "" || speaking.tool !== undefined)
    return paint("dim", fitted(doingWords(speaking, layout, oneLine(doing.words)), room));
  const pace = paceWords(speaking, layout.now, room < roomForPace ? "brief" : undefined);
  if (pace === "") return fittedEnd(said, room);
  const left = Math.max(10, room - pace.length - 3);
  return `${fittedEnd(said, left)} ${paint("dim", `(${pace})`)}`;
}

type Painted = Pick<Layout, "paint" | "times" | "now">;

/** Columns from which words and pace fit beside each other. */
const roomForPace = 80;
/** Shorter work needs no clock. */
const fromSeconds = 5;

/** `runs the tests … 42 s: ✓ parses brackets`. What waits for something says until when. */
function workWords({ words, since, until, printed, rests }: TaskDoing, layout: Painted): string {
  const { now } = layout;
  if (until !== undefined) return `${oneLine(words)} until ${untilWords(until, layout).replace(/^at /, "")}`;
  if (rests) return oneLine(words);
  const seconds = since === undefined || now === undefined ? 0 : secondsBetween(since, now);
  const clock = seconds < fromSeconds ? "" : ` ${durationWords(seconds)}`;
  const line = printed === undefined ? "" : `: ${oneLine(printed)}`;
  return `${oneLine(words)} …${clock}${line}`;
}
