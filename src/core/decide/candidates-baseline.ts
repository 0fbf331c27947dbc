import { isBaselineDue, openTrouble } from "../state/baseline.ts";
import type { State } from "../state/state.ts";
import { doneAtSeq } from "./candidates-talk.ts";
import type { Candidate, Step } from "./step.ts";

/** The checks run on the base commit once, and again when they change. The team talks meanwhile. */
export function baselineCandidates(state: State): readonly Candidate[] {
  if (!isBaselineDue(state) || state.session.shipping || doneAtSeq(state) !== undefined) return [];
  const since = state.session.baselineDue ?? state.session.opened;
  return [{ since, step: { kind: "baseline", key: `baseline@${since}`, claims: ["baseline"] } }];
}

/** Whether a step must wait until it is known, and settled, what the checks say on the base commit. */
export function needsBaseline(state: State, { kind }: Step): boolean {
  if (kind !== "dispatch" && kind !== "testing" && kind !== "land") return false;
  return isBaselineDue(state) || openTrouble(state).length > 0;
}
