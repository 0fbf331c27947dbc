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
  const { task, who = "harness", speaking } = doing;
  const gutter = gutterOf(layout);
  const room = layout.width - gutter - 4;
  const head = `${nameCell({ who, kind: "said" }, layout, gutter)}${layout.paint("dim", padded(task, 4))}`;
  const words = oneLine(doing.words);
  if (!speaking) return `${head}${layout.paint("dim", fitted(workWords(doing, layout), room))}`;
  const said = oneLine(speaking.text);
  if (said === "" || speaking.tool !== undefined)
    return `${head}${layout.paint("dim", fitted(doingWords(speaking, layout, words), room))}`;
  const pace = paceWords(speaking, layout.now, room < roomForPace ? "brief" : undefined);
  if (pace === "") return `${head}${fittedEnd(said, room)}`;
  const left = Math.max(10, room - pace.length - 3);
  return `${head}${fittedEnd(said, left)} ${layout.paint("dim", `(${pace})`)}`;
}

/** Columns from which words and pace fit beside each other. */
const roomForPace = 80;
/** Shorter work needs no clock. */
const fromSeconds = 5;

/** `runs the tests … 42 s: ✓ parses brackets`. What waits for something says until when. */
function workWords({ words, since, until, printed, rests }: TaskDoing, layout: Layout): string {
  const { now } = layout;
  if (until !== undefined) return `${oneLine(words)} until ${untilWords(until, layout).replace(/^at /, "")}`;
  if (rests) return oneLine(words);
  const seconds = since === undefined || now === undefined ? 0 : secondsBetween(since, now);
  const clock = seconds < fromSeconds ? "" : ` ${durationWords(seconds)}`;
  const line = printed === undefined ? "" : `: ${oneLine(printed)}`;
  return `${oneLine(words)} …${clock}${line}`;
}
