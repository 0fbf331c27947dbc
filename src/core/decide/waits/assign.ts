import { type Draft, refusal } from "../../facts/fact.ts";
import { proposedOwners } from "../../rules/assign-tasks.ts";
import { currentArtifact } from "../../rules/talk.ts";
import type { Stage } from "../../state/stage.ts";
import type { State } from "../../state/state.ts";
import { assignId, type TaskId, type WaitId } from "../../terms/ids.ts";
import { buildersOf } from "../../terms/policy.ts";
import { rulesOf } from "../../terms/talk-rules.ts";
import type { Answered, Answering } from "./answering.ts";

/** Some tasks have no engineer, although every engineer has been asked. */
export interface AssignWait {
  readonly kind: "assign";
  readonly id: WaitId;
  readonly since: number;
  readonly tasks: readonly TaskId[];
}

/** Each open task goes to the engineer proposed for it. `huddle assign` assigns tasks one by one. */
export interface AssignAnswer {
  readonly kind: "assign";
}

export function assignWaits(state: State, stage: Stage): readonly AssignWait[] {
  const open = Object.values(state.tasks).filter((task) => task.owner === undefined);
  if (open.length === 0 || !isPlanned(state, stage)) return [];
  const { volunteering: call } = state;
  if (call && buildersOf(state.session.seats).some(({ id }) => !call.asked.includes(id))) return [];
  const since = Math.max(call?.seq ?? 0, ...open.map((task) => task.plannedAt));
  return [{ kind: "assign", id: assignId(since), since, tasks: open.map((task) => task.id) }];
}

function isPlanned(state: State, stage: Stage): boolean {
  if (rulesOf(stage.phase).givesOut) return currentArtifact(state)?.settled?.verdict === "accepted";
  return stage.phase !== "refinement";
}

export function answerAssign({ at }: Answering<AssignWait, AssignAnswer>): Answered {
  const [first, ...rest] = proposedOwners(at).map(
    ({ task, seat, why }): Draft => ({ actor: "human", event: { type: "task.assigned", task, seat, why } }),
  );
  return first ? [first, ...rest] : refusal("No engineer can take them.");
}
