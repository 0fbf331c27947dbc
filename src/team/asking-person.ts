import { type Refusal, refusal } from "../core/facts/fact.ts";
import type { State } from "../core/state/state.ts";
import { dueAfter, type StepContext } from "../core/work/step-context.ts";
import type { Pausing } from "../loop/loop-run.ts";

/**
 * What it means that a member asks the person in a discussion. At pace auto, where nobody is at a terminal, the question
 * has a deadline, and the first one that nobody answered is the last one of its phase.
 */
export function askingPerson(context: StepContext, { session, stage }: State): Pausing | Refusal {
  const dueAt = session.policy.pace === "auto" ? dueAfter(context) : undefined;
  if (dueAt === undefined) return { asked: {}, drafts: [] };
  return stage?.isAlone ? refusal(`Not asked: ${nobody}`) : { asked: { dueAt }, drafts: [] };
}

const nobody =
  "nobody is there to answer. Settle it as brief and code suggest, and name it as an assumption in the result.";
