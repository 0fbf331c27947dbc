import type { Draft } from "../../core/facts/fact.ts";
import { limitTask, moveTask } from "../../core/rules/move-task.ts";
import { requeueTask } from "../../core/rules/trouble/requeue-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import type { TaskId, ThreadId } from "../../core/terms/ids.ts";
import type { Endings } from "../converse.ts";
import { theTask } from "../the-task.ts";

/** How the conversation of an author ends without its result, while it plans and while it writes. */
export function authorEndings(task: TaskId, thread: ThreadId): Pick<Endings<never>, "fruitless" | "blocked"> {
  return {
    fruitless: ({ why, circles }, at) => {
      const stopped = theTask(at, task);
      return [circles ? stumbled(stopped, why, at, thread) : limitTask(stopped, why)];
    },
    blocked: ({ kind, explanation }, at) => {
      const stopped = theTask(at, task);
      const carried = { feedback: explanation, blocked: kind, origin: stopped.state };
      return [moveTask(stopped, "blocked", explanation, carried)];
    },
  };
}

/** The first time somebody looks at it. A conversation that goes wrong like this again is not worth going on with. */
function stumbled(task: Task, why: string, at: State, thread: ThreadId): Draft {
  const before = threadNamed(at, thread)?.loops ?? [];
  const hasStumbled = before.some(({ closed }) => closed === "no-tool-twice" || closed === "invalid-result");
  return hasStumbled ? requeueTask(task, why) : limitTask(task, why);
}
