import { assertNever } from "../../core/assert-never.ts";
import { answererOf } from "../../core/decide/waits/question.ts";
import { reviewerFor } from "../../core/rules/review/reviewer-for.ts";
import { deciderOf, isUnderWay } from "../../core/rules/trouble/who-decides.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import { holdsSeat, isInReview } from "../../core/terms/task-machine.ts";
import type { Live, Speaking } from "../../core/views/story/live.ts";
import { isEngineer } from "../../core/views/story/short/story-short.ts";
import { storyLine } from "../../core/views/story/story-line.ts";
import { fitted, fittedEnd } from "../../core/views/text-width.ts";
import { oneLine } from "../print/plain-text.ts";
import { gutterOf, type Layout, padded, type Talk } from "./layout.ts";
import { doingWords, paceWords } from "./live-words.ts";
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

function speakingRow(speaking: Speaking, layout: Layout): string {
  const gutter = gutterOf(layout);
  const name = nameCell({ who: speaking.seat, kind: "said" }, layout, gutter);
  return `${name}${layout.paint("dim", fitted(doingWords(speaking, layout.now), layout.width - gutter))}`;
}

/** The words as they will stand, and below them how they come along. */
function talkRows(speaking: Speaking, layout: Layout): readonly string[] {
  const { seat, text } = speaking;
  const kind = text.trim() === "" ? "passed" : "said";
  const line = storyLine({ seq: 0, actor: seat }, kind, text.trim() || doingWords(speaking, layout.now));
  const rows = renderLine(line, layout);
  if (kind === "passed") return ["", ...rows];
  const pace = paceWords(speaking, layout.now);
  const calls = speaking.tool === undefined ? "" : doingWords(speaking, layout.now);
  const below = calls || pace;
  const gutter = gutterOf(layout);
  const indent = " ".repeat(gutter);
  return below === "" ? rows : [...rows, indent + layout.paint("dim", fitted(below, layout.width - gutter))];
}

function taskRows(live: Live, state: State, layout: Layout): readonly string[] {
  const works = state.runner !== undefined && state.runner.stopped === undefined;
  const tasks = tasksInOrder(state).filter(
    (task) => works && (isUnderWay(state, task) || holdsSeat(task.state)),
  );
  if (tasks.length === 0) return [];
  return ["", ...tasks.map((task) => taskRow(task, live, state, layout))];
}

function taskRow(task: Task, live: Live, state: State, layout: Layout): string {
  const who = whoseMove(task, state);
  const gutter = gutterOf(layout);
  const room = layout.width - gutter - 4;
  const [, speaking] =
    Object.entries(live.words).find(([thread]) => thread.split(/[/.]/)[1] === task.id && !isTalk(thread)) ??
    [];
  const name = nameCell({ who: who ?? "harness", kind: "said" }, layout, gutter);
  const tag = layout.paint("dim", padded(task.id, 4));
  const doing = oneLine(live.doing[task.id] ?? usually(task, state));
  const said = oneLine(speaking?.text ?? "");
  if (!speaking) return `${name}${tag}${layout.paint("dim", fitted(`${doing} …`, room))}`;
  if (said === "" || speaking.tool !== undefined)
    return `${name}${tag}${layout.paint("dim", fitted(doingWords(speaking, layout.now, doing), room))}`;
  const pace = paceWords(speaking, layout.now, room < roomForPace ? "brief" : undefined);
  if (pace === "") return `${name}${tag}${fittedEnd(said, room)}`;
  const left = Math.max(10, room - pace.length - 3);
  return `${name}${tag}${fittedEnd(said, left)} ${layout.paint("dim", `(${pace})`)}`;
}

/** The member who is asked by the author of a task. */
function answererIn(state: State, { id }: Task): string | undefined {
  const question = Object.values(state.questions).find((one) => one.task === id);
  return question && answererOf(state, question)?.id;
}

function whoseMove(task: Task, state: State): string | undefined {
  const decider = deciderOf(state, task);
  if (decider?.kind === "architect") return decider.seat;
  return isInReview(task.state) ? reviewerFor(state, task)?.id : (answererIn(state, task) ?? task.owner);
}

/** Columns from which words and pace fit beside each other. */
const roomForPace = 80;

/** What a member does in this state when nothing more precise is known. */
function usually(task: Task, state: State): string {
  switch (task.state) {
    case "SETUP":
      return "gets a worktree";
    case "PLANNING":
      return "plans it";
    case "PLAN_REVIEW":
      return "looks at the plan";
    case "CODING":
      return "thinks";
    case "TESTING":
      return "runs the tests";
    case "CODE_REVIEW":
      return state.threads.some((one) => one.task === task.id && one.purpose === "review")
        ? "reviews"
        : "has it next for review";
    case "PREPARE_MERGE":
      return "sees whether it can land";
    case "AWAIT_MERGE":
      return Object.values(state.effects).some((one) => one.task === task.id && one.kind === "land")
        ? "merges it and tests again"
        : "waits to merge it";
    case "QUESTION":
      return answererIn(state, task) === undefined ? "waits for your answer" : `answers ${task.owner}`;
    case "BUDGET_REVIEW":
    case "BLOCKED":
      return deciderOf(state, task)?.kind === "person" ? "waits for you" : "looks at how it goes on";
    case "HELD":
      return "is with you";
    case "FAILED":
    case "WAITING":
    case "DONE":
    case "CANCELLED":
      return "";
    default:
      return assertNever(task.state);
  }
}
