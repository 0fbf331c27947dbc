import type { State } from "../core/state/state.ts";
import type { Task } from "../core/state/task.ts";
import { oneLine } from "../core/text/one-line.ts";
import { visible } from "../core/text/visible.ts";
import { decisionsOf } from "../core/views/trace/cited.ts";

/** The lines at the end of a message that programs read: what they are called, and what they say. */
export type Trailers = readonly (readonly [name: string, value: string])[];

/**
 * A commit's message. Its first line is one line, nothing in it is hidden, and its trailers are exactly these: lines of
 * `words` that programs would read as one, or as the end of the message, are quoted.
 */
export function commitMessage(words: string, trailers: Trailers): string {
  const [first = "", ...rest] = visible(words).trim().split("\n");
  const body = rest.map((line) => (readByPrograms.test(line) ? `> ${line.trim()}` : line.trimEnd()));
  const parts = [
    oneLine(first) || "A change without a summary",
    body.join("\n").trim(),
    trailers.map(([name, value]) => `${name}: ${oneLine(value)}`).join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** A trailer such as `Signed-off-by: …` or `Fixes #1`, a cherry-pick, a divider, a comment. */
const readByPrograms = /^\s*(?:[\w-]+\s*[:=#]|\(cherry picked|---|#|;)/i;

/** Names the task of a commit, by its id alone, in every commit of Huddle's. */
export function taskTrailer(task: string): Trailers[number] {
  return ["Huddle-Task", task];
}

/** The trailers of a commit that an engineer's work is in, and of the one that lands it. */
export function taskTrailers({ session }: State, { id, plan, owner = "" }: Task): Trailers {
  return [
    taskTrailer(id),
    ["Huddle-Title", plan.title],
    ["Huddle-Engineer", owner],
    ...named("Huddle-Requirements", plan.requirements),
    ...named("Huddle-Decisions", decisionsOf(plan)),
    ["Huddle-Session", session.title],
  ];
}

function named(name: string, ids: readonly string[]): Trailers {
  return ids.length === 0 ? [] : [[name, ids.join(", ")]];
}
