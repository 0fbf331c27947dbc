import { assertNever } from "../../core/assert-never.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import { reviewerOf } from "../../core/terms/policy.ts";
import { holdsSeat, isInReview } from "../../core/terms/task-machine.ts";
import type { Live, Speaking } from "../../core/views/story/live.ts";
import { storyLine } from "../../core/views/story/story-line.ts";
import { isEngineer } from "../../core/views/story/story-short.ts";
import { fitted, fittedEnd } from "../../core/views/text-width.ts";
import { oneLine } from "../print/plain-text.ts";
import { gutterOf, type Layout, padded, type Talk } from "./layout.ts";
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
  const talking = Object.entries(live.words).filter(([thread]) => isTalk(thread));
  const rows = talking.flatMap(([, words]) =>
    talk === "short" && isEngineer(state.session.seats, words.seat)
      ? [speakingRow(words, layout)]
      : talkRows(words, layout),
  );
  return [...rows, ...taskRows(live, state, layout)];
}

function isTalk(thread: string): boolean {
  return /^(turn|coach|artifact)\//.test(thread);
}

function speakingRow({ seat, text, held }: Speaking, layout: Layout): string {
  const does = text.trim() === "" ? "thinks …" : "speaks …";
  const gutter = gutterOf(layout);
  const what = held === undefined ? does : `waits: ${oneLine(held)}`;
  const name = nameCell({ who: seat, kind: "said" }, layout, gutter);
  return `${name}${layout.paint("dim", fitted(what, layout.width - gutter))}`;
}

function talkRows({ seat, text, held }: Speaking, layout: Layout): readonly string[] {
  const kind = text.trim() === "" ? "passed" : "said";
  const nothing = held === undefined ? "…" : `waits: ${held}`;
  const line = storyLine({ seq: 0, actor: seat }, kind, kind === "said" ? text.trim() : nothing);
  const rows = renderLine(line, layout);
  return kind === "said" ? rows : ["", ...rows];
}

function taskRows(live: Live, state: State, layout: Layout): readonly string[] {
  const works = state.runner !== undefined && state.runner.stopped === undefined;
  const tasks = tasksInOrder(state).filter((task) => works && holdsSeat(task.state));
  if (tasks.length === 0) return [];
  return ["", ...tasks.map((task) => taskRow(task, live, state, layout))];
}

function taskRow(task: Task, live: Live, state: State, layout: Layout): string {
  const who = isInReview(task.state) ? reviewerOf(state.session.seats, task.owner ?? "")?.id : task.owner;
  const gutter = gutterOf(layout);
  const room = layout.width - gutter - 4;
  const words = Object.entries(live.words).find(
    ([thread]) => thread.split(/[/.]/)[1] === task.id && !isTalk(thread),
  );
  const said = oneLine(words?.[1].text ?? "");
  const name = nameCell({ who: who ?? "harness", kind: "said" }, layout, gutter);
  const tag = layout.paint("dim", padded(task.id, 4));
  if (said !== "") return `${name}${tag}${fittedEnd(said, room)}`;
  const held = words?.[1].held;
  const doing = oneLine(
    held === undefined ? (live.doing[task.id] ?? usually(task, state)) : `waits: ${held}`,
  );
  return `${name}${tag}${layout.paint("dim", fitted(`${doing} …`, room))}`;
}

/** What a member does in this state when nothing more precise is known. */
function usually(task: Task, state: State): string {
  switch (task.state) {
    case "SETUP":
      return "gets a worktree";
    case "CODING":
      return "thinks";
    case "TESTING":
      return "runs the tests";
    case "CODE_REVIEW":
      return state.threads.some((one) => one.task === task.id && one.purpose === "review")
        ? "reviews"
        : "has it next for review";
    case "AWAIT_MERGE":
      return Object.values(state.effects).some((one) => one.task === task.id && one.kind === "land")
        ? "merges it and tests again"
        : "waits to merge it";
    case "WAITING":
    case "DONE":
      return "";
    default:
      return assertNever(task.state);
  }
}
