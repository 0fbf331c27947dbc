import { answerTask, taskWaits } from "../../core/decide/waits/task.ts";
import type { Draft, Refusal } from "../../core/facts/fact.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Build, Journal } from "../../core/ports/journal.ts";
import { assignTasks } from "../../core/rules/assign-tasks.ts";
import type { State } from "../../core/state/state.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import { buildersOf } from "../../core/terms/policy.ts";
import { rulesOf } from "../../core/terms/talk-rules.ts";
import { isOver, isReady } from "../../core/terms/task-machine.ts";
import { taskNamed } from "./task-named.ts";
import { tell, whyOver } from "./tell.ts";

/** Assigns engineers to tasks: by name, evenly, or by asking who would take them. */
export type Assignment =
  | { readonly kind: "hand"; readonly pairs: readonly (readonly [task: string, seat: string])[] }
  | { readonly kind: "auto" }
  | { readonly kind: "volunteer" };

export async function assign(journal: Journal, assignment: Assignment): Promise<void> {
  await tell(journal, (at) => {
    const over = whyOver(at);
    if (over !== undefined) return refusal(over);
    if (Object.keys(at.tasks).length === 0)
      return refusal("There are no tasks yet. They come from planning.");
    switch (assignment.kind) {
      case "hand":
        return byHand(at, assignment.pairs);
      case "auto":
        return evenly(at);
      case "volunteer":
        return calling(at);
    }
  });
}

/** What giving tasks to engineers appends, or why one cannot have one. */
export function byHand(at: State, pairs: readonly (readonly [string, string])[]): ReturnType<Build> {
  const builders = buildersOf(at.session.seats).map((seat) => seat.id);
  const waits = taskWaits(at);
  for (const [id, seat] of pairs) {
    const task = taskNamed(at, id);
    if (!builders.includes(seat))
      return refusal(`${seat} cannot take a task. Engineers who can: ${builders.join(", ")}.`);
    if (
      !isReady(task.state) &&
      !waits.some(({ task: first, also = [] }) => first === id || also.includes(id))
    )
      return refusal(`${id} is ${isOver(task.state) ? "over" : `under way with ${task.owner}`}.`);
  }
  const all: Draft[] = [];
  for (const [task, seat] of pairs) {
    const found = waits.find(
      (one) => (one.task === task || one.also?.includes(task)) && one.why !== "dependency",
    );
    const wait = found && { ...found, task };
    // Another engineer is one of the answers to a task that waits for a person.
    const given = wait
      ? answerTask({ wait, answer: { kind: "reassign", seat }, at, first: at.head + 1 })
      : drafts([{ task, seat, why: "by hand" }]);
    if ("refused" in given) return given;
    all.push(...given);
  }
  const [first, ...rest] = all;
  return first ? [first, ...rest] : drafts([]);
}

function evenly(at: State): ReturnType<Build> {
  const tasks = tasksInOrder(at);
  const waiting = new Set(tasks.filter((task) => isReady(task.state)).map((task) => task.id));
  if (waiting.size === 0) return refusal("Every task is under way or done.");
  const owners = assignTasks(
    tasks.map((task) => task.plan),
    at.session.seats,
  );
  return drafts(
    owners.flatMap(({ task, seat }) =>
      waiting.has(task) ? [{ task, seat, why: "fewest tasks in its layer" }] : [],
    ),
  );
}

function calling(at: State): ReturnType<Build> {
  if (!at.stage || !rulesOf(at.stage.phase).volunteers)
    return refusal(
      "Huddle asks engineers only in planning and pre-code review. To assign tasks yourself: huddle assign t1 <name>",
    );
  if (!Object.values(at.tasks).some((task) => isReady(task.state)))
    return refusal("Every task is under way or done.");
  if (at.volunteering) return undefined;
  return [{ actor: "human", event: { type: "volunteers.called" } }];
}

function drafts(
  owners: readonly { readonly task: string; readonly seat: string; readonly why: string }[],
): readonly [Draft, ...Draft[]] | Refusal {
  const [first, ...rest] = owners.map(
    (owner): Draft => ({ actor: "human", event: { type: "task.assigned", ...owner } }),
  );
  return first ? [first, ...rest] : refusal("Name tasks and engineers: huddle assign t1 <name> t2 <name>");
}
