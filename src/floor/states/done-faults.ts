import type { FindingAnswer } from "../../core/facts/finding-schema.ts";
import { mentionedIn } from "../../core/rules/turns/mentions.ts";
import type { Entry } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import type { Review, Task } from "../../core/state/task.ts";
import type { Ask } from "../../core/state/thread.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { toArray } from "../../core/text/appended.ts";
import { updateTodos } from "../../tools/code/update-todos.ts";
import { done, type Handed } from "../../tools/ends/done.ts";
import { theTask } from "../the-task.ts";

type What = Pick<Handed, "answers" | "satisfied" | "blocked">;

/**
 * Why a task is not taken as finished yet: the person has said something that its author has not read, something of its
 * own list is open, or findings are without an answer. The last is asked for once; the reviewer sees what is still
 * missing.
 */
export function doneFaults(
  at: State,
  thread: string,
  { answers = [], satisfied, blocked }: What,
): readonly string[] {
  const { task: id, seat, loops } = threadNamed(at, thread) ?? {};
  if (id === undefined || seat === undefined || !loops || blocked !== undefined) return [];
  const loop = loops.at(-1);
  const asks = loop ? toArray(loop.asks) : [];
  const task = theTask(at, id);
  return [
    ...(isUnread(at, seat, asks.at(-1)) ? [unread] : []),
    ...(satisfied === undefined ? openTodos(task) : []),
    ...(satisfied !== undefined || wasAskedFor(task, asks) ? [] : unanswered(task, answers)),
  ];
}

const unread =
  "The product manager has said something since you were asked. It stands below: act on it, then call done again.";

function openTodos({ todos = [] }: Task): readonly string[] {
  const open = todos.filter(({ done: isDone }) => !isDone).map(({ text }) => text);
  if (open.length === 0) return [];
  return [
    `Open: ${open.join("; ")}. Finish this, or leave out of the list what is not needed, with ${updateTodos.name}.`,
  ];
}

function isUnread(at: State, seat: string, last: Ask | undefined): boolean {
  if (!last) return false;
  const names = at.session.seats.map(({ id }) => id);
  const isFor = ({ actor, seq, text, to, answers }: Entry) => {
    if (actor !== "human" || seq <= last.askedAt || answers !== undefined) return false;
    const called = to ?? mentionedIn(text, names);
    return called.length === 0 || called.includes(seat);
  };
  return toArray(at.transcript).some(isFor);
}

/** A result that was sent back was asked for all that it lacked, whatever else was wrong with it. */
function wasAskedFor(task: Task, asks: readonly Ask[]): boolean {
  const calls = asks.flatMap(({ reply }) => reply?.calls ?? []);
  return calls.some((call) => {
    if (call.tool !== done.name || call.status !== "settled" || call.result.refused !== "unaccepted")
      return false;
    const handed = done.input.safeParse(call.input);
    const { answers = [] } = handed.success ? done.result(handed.data) : {};
    return unanswered(task, answers).length > 0;
  });
}

/** A review with one finding needs no list: whatever its author did is the answer. */
function unanswered({ review }: Task, answers: readonly FindingAnswer[]): readonly string[] {
  if (!review || review.findings.length < 2) return [];
  const ids = review.findings.map(({ id }) => id);
  const unknown = answers.filter(({ finding }) => !ids.includes(finding)).map(({ finding }) => finding);
  const missing = ids.filter((id) => !isAnswered(review, answers, id));
  if (unknown.length + missing.length === 0) return [];
  return [
    [
      `Answer each finding by its id, in \`answers\`: fixed, or refuted, and why.`,
      ...(missing.length > 0 ? [`Without an answer: ${missing.join(", ")}.`] : []),
      ...(unknown.length > 0
        ? [`There is no finding ${unknown.join(", ")}; there are ${ids.join(", ")}.`]
        : []),
    ].join(" "),
  ];
}

function isAnswered(review: Review, answers: readonly FindingAnswer[], id: string): boolean {
  return [...answers, ...review.answers].some(({ finding }) => finding === id);
}
