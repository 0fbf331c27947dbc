import { engineersOf } from "../terms/policy.ts";
import { fieldsOf } from "./fields-of.ts";
import { type Own, ownStage, shared } from "./own.ts";
import type { Stage } from "./stage.ts";
import type { State } from "./state.ts";

/** Changes the present stage; before the first phase there is none, and nothing changes. */
export function onStage(state: State, change: (stage: Own<Stage>) => void): State {
  if (!state.stage) return state;
  const stage = ownStage(state.stage);
  change(stage);
  fieldsOf(state).stage = shared<Stage>(stage);
  return state;
}

/** Full rounds of the engineers in this visit. */
export function roundsOf(state: State, stage: Pick<Stage, "turns">): number {
  return Math.floor(stage.turns / Math.max(1, engineersOf(state.session.seats).length));
}

/** Something was settled in the round that is going on, so the talk is not going in circles. */
export function settledNow(state: State): State {
  return onStage(state, (stage) => {
    const isMidTurn = state.threads.some((thread) => thread.purpose === "turn");
    const turns = stage.turns + (isMidTurn ? 1 : 0);
    const engineers = Math.max(1, engineersOf(state.session.seats).length);
    stage.settledIn = Math.ceil(turns / engineers);
  });
}

/** Rounds since anything was settled. */
export function idleRounds(state: State, stage: Stage): number {
  return roundsOf(state, stage) - stage.settledIn;
}
