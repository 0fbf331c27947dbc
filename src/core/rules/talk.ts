import { idleRounds, roundsOf } from "../state/rounds.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import type { SeatId } from "../terms/ids.ts";
import { artifactOf } from "../terms/phase.ts";
import { engineersOf } from "../terms/policy.ts";
import { rulesOf } from "../terms/talk-rules.ts";

/** The state of the talk in the current phase. */

/** The newest artifact of this visit. */
export function currentArtifact(state: State) {
  const kind = state.stage && artifactOf(state.stage.phase);
  const artifact = kind && state.artifacts[kind];
  return artifact && artifact.visit === state.stage?.visit && artifact.phase === state.stage.phase
    ? artifact
    : undefined;
}

export function coachOf(state: State): SeatId | undefined {
  return state.session.seats.find((seat) => seat.role === "coach")?.id;
}

export function architectOf(state: State): SeatId | undefined {
  return state.session.seats.find((seat) => seat.role === "architect")?.id;
}

/** Whether the member was mentioned since it last spoke. */
export function isCalled(stage: Stage, seat: SeatId | undefined): boolean {
  return seat !== undefined && (stage.mentions[seat]?.length ?? 0) > 0;
}

/** Due after each round, or only when mentioned. */
export function isCoachDue(state: State, stage: Stage): boolean {
  const coach = coachOf(state);
  if (coach === undefined) return false;
  if (rulesOf(stage.phase).coach === "when-called") return isCalled(stage, coach);
  return isBetweenRounds(state, stage) && roundsOf(state, stage) > stage.coached;
}

/**
 * Why the talk cannot simply continue: turns that come to nothing, no turns left, or no progress. Before the last two, a
 * coach who is due speaks.
 */
export function standstill(state: State, stage: Stage): "turns" | "cut" | "stalled" | "silence" | undefined {
  if (stage.signalled !== undefined) return undefined;
  if (isCutOff(state, stage)) return "cut";
  if (isCoachDue(state, stage) || isCalled(stage, architectOf(state))) return undefined;
  if (stage.turns >= stage.limit) return "turns";
  const { stallsAfter, coach } = rulesOf(stage.phase);
  const isLed = coach === "each-round" && coachOf(state) !== undefined;
  if (!isLed && stage.silent >= engineersOf(state.session.seats).length) return "silence";
  if (stallsAfter === undefined || !isBetweenRounds(state, stage)) return undefined;
  return idleRounds(state, stage) >= stallsAfter ? "stalled" : undefined;
}

/** Turns that come to nothing are paid for in full: a model that cannot take part is not asked for ever. */
function isCutOff({ session }: State, { cut }: Stage): boolean {
  const most = session.policy.rounds?.cut;
  return most !== undefined && (cut?.turns ?? 0) >= most;
}

/** Whether a person is asked at a standstill. Otherwise the artifact is due. */
export function asksPerson(state: State, stage: Stage): boolean {
  if (isCutOff(state, stage)) return true;
  if (stage.brief) return false;
  return rulesOf(stage.phase).standstill === "person" || state.session.policy.pace !== "auto";
}

function isBetweenRounds(state: State, stage: Stage): boolean {
  return stage.turns % engineersOf(state.session.seats).length === 0;
}
