import type { SeatId } from "../terms/ids.ts";
import { engineersOf } from "../terms/policy.ts";
import type { Stage } from "./stage.ts";
import type { State } from "./state.ts";

/** Full rounds of the engineers in this visit. An answer out of turn belongs to no round. */
export function roundsOf(state: State, stage: Pick<Stage, "turns" | "extra">): number {
  return Math.floor(inTurn(stage) / engineers(state));
}

/** Who has had its turn of the round that is under way. Nobody: a round is over, and the next one has not begun. */
export function spokenInRound(
  state: State,
  stage: Pick<Stage, "turns" | "extra" | "took">,
): readonly SeatId[] {
  const begun = inTurn(stage) % engineers(state);
  return begun === 0 ? [] : stage.took.slice(-begun);
}

export function isBetweenRounds(state: State, stage: Pick<Stage, "turns" | "extra">): boolean {
  return inTurn(stage) % engineers(state) === 0;
}

/** Rounds since something was last settled. */
export function idleRounds(state: State, stage: Stage): number {
  return roundsOf(state, stage) - stage.settledIn;
}

/** The current round, from 1. A turn under way belongs to it. */
export function presentRound(state: State, stage: Stage): number {
  const isMidTurn = state.threads.some((thread) => thread.purpose === "turn");
  return Math.ceil((inTurn(stage) + (isMidTurn ? 1 : 0)) / engineers(state));
}

function inTurn({ turns, extra }: Pick<Stage, "turns" | "extra">): number {
  return turns - extra;
}

function engineers({ session }: State): number {
  return Math.max(1, engineersOf(session.seats).length);
}
