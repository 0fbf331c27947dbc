import type { EventOf } from "../../facts/events.ts";
import type { Artifacts } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import type { TaskId } from "../../terms/ids.ts";

type Patch = EventOf<"task.amended">["patch"];
type Words = { readonly [K in keyof Patch]?: Exclude<Patch[K], undefined> };
type Amended = Pick<State, "tasks" | "artifacts" | "accepted">;

/** A task in other words. The plan and what was agreed about its approach say the same from then on. */
export function amendTask(state: Amended, id: TaskId, patch: Patch): Amended {
  const task = state.tasks[id];
  if (!task) return state;
  // True by construction: every undefined field is filtered out. What is left out stays as it was.
  const words = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Words;
  return {
    tasks: { ...state.tasks, [id]: { ...task, plan: { ...task.plan, ...words } } },
    artifacts: amended(state.artifacts, id, words),
    accepted: amended(state.accepted, id, words),
  };
}

function amended({ tasks, approach, ...others }: Artifacts, id: TaskId, words: Words): Artifacts {
  return {
    ...others,
    ...(tasks && { tasks: { ...tasks, body: { tasks: patched(tasks.body.tasks, id, words) } } }),
    ...(approach && {
      approach: {
        ...approach,
        body: {
          tasks: patched(
            approach.body.tasks,
            id,
            words.approach === undefined ? {} : { approach: words.approach },
          ),
        },
      },
    }),
  };
}

function patched<T extends { readonly id: string }>(all: readonly T[], id: TaskId, words: Partial<T>): T[] {
  return all.map((one) => (one.id === id ? { ...one, ...words } : one));
}
