import { engineersOf } from "../terms/policy.ts";
import type { Stage } from "./stage.ts";
import type { State } from "./state.ts";

/** Full rounds of the engineers in this visit. */
export function roundsOf(state: State, stage: Pick<Stage, "turns">): number {
  return Math.floor(stage.turns / engineers(state));
}

/** Rounds since something was last settled. */
export function idleRounds(state: State, stage: Stage): number {
  return roundsOf(state, stage) - stage.settledIn;
}

/** The current round, from 1. A turn under way belongs to it. */
export function presentRound(state: State, stage: Stage): number {
  const isMidTurn = state.threads.some((thread) => thread.purpose === "turn");
  return Math.ceil((stage.turns + (isMidTurn ? 1 : 0)) / engineers(state));
}

function engineers({ session }: State): number {
  return Math.max(1, engineersOf(session.seats).length);
}
