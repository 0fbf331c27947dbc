import { type Draft, refusal } from "../../../facts/fact.ts";
import { splitTask } from "../../../rules/trouble/split-task.ts";
import type { State } from "../../../state/state.ts";
import { tasksInOrder } from "../../../state/tasks-in-order.ts";
import type { Part } from "../../../terms/artifacts.ts";
import { splitId, type TaskId, type WaitId } from "../../../terms/ids.ts";
import type { Answered, Answering } from "../answering.ts";

/** The architect has divided a task, and a person looks at that. */
export interface SplitWait {
  readonly kind: "split";
  readonly id: WaitId;
  readonly since: number;
  readonly task: TaskId;
  readonly parts: readonly Part[];
  readonly why: string;
}

export type SplitAnswer =
  | { readonly kind: "split" }
  /** The architect divides it in another way. */
  | { readonly kind: "divide"; readonly words: string }
  /** It stays one task, and goes on where it was. */
  | { readonly kind: "whole" };

export function splitWaits(state: State): readonly SplitWait[] {
  if (state.stage?.phase !== "implementation" || state.stage.requested) return [];
  return tasksInOrder(state).flatMap(({ id, splitting }) => {
    const { proposal } = splitting ?? {};
    if (!proposal) return [];
    const { seq, parts, why } = proposal;
    return [{ kind: "split", id: splitId(seq), since: seq, task: id, parts, why }];
  });
}

export function answerSplit({ wait, answer, at, first }: Answering<SplitWait, SplitAnswer>): Answered {
  const task = at.tasks[wait.task];
  if (!task) return refusal(`There is no task ${wait.task} any more.`);
  switch (answer.kind) {
    case "split":
      return splitTask("human", at, task, wait.parts, first);
    case "divide":
      return answer.words === ""
        ? refusal("Say what must be different.")
        : [settled(wait.task, "again", answer.words)];
    case "whole":
      return [settled(wait.task, "whole", "")];
  }
}

function settled(task: TaskId, how: "again" | "whole", words: string): Draft {
  return { actor: "human", event: { type: "split.settled", task, how, words } };
}
