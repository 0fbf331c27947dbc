import { idleRounds, isBetweenRounds, roundsOf } from "../state/rounds.ts";
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

/** Due after each round, only when mentioned, or once everybody who was asked has spoken. */
export function isCoachDue(state: State, stage: Stage): boolean {
  const coach = coachOf(state);
  if (coach === undefined) return false;
  switch (rulesOf(stage.phase).coach) {
    case "when-called":
      return isCalled(stage, coach);
    case "when-needed":
      return (
        stage.turnedAt > stage.ledAt && !isOpening(state, stage) && calledEngineers(state, stage).length === 0
      );
    case "each-round":
      return isBetweenRounds(state, stage) && roundsOf(state, stage) > stage.coached;
  }
}

/** Engineers who still read and speak in an opening that is for all of them at once. */
export function openers({ session }: State, stage: Stage): readonly SeatId[] {
  if (rulesOf(stage.phase).opening === "in-turn" || stage.signalled !== undefined) return [];
  return engineersOf(session.seats).flatMap(({ id }) => (stage.spoke.includes(id) ? [] : [id]));
}

function isOpening(state: State, stage: Stage): boolean {
  return openers(state, stage).length > 0;
}

/** The engineers who were asked and have not spoken since, in the order in which they were asked. */
export function calledEngineers({ session }: State, stage: Stage): readonly SeatId[] {
  const called = engineersOf(session.seats).filter(({ id }) => isCalled(stage, id));
  const since = ({ id }: { id: SeatId }) => stage.mentions[id]?.[0]?.seq ?? 0;
  return called.toSorted((one, other) => since(one) - since(other)).map(({ id }) => id);
}

/** Whether the talk has come to its end by itself: where only those who are called speak, nobody is. */
export function isSaid(state: State, stage: Stage): boolean {
  if (!rulesOf(stage.phase).callsOnly || isOpening(state, stage)) return false;
  return calledEngineers(state, stage).length === 0;
}

/**
 * Why the talk cannot simply continue: turns that come to nothing, no turns left, or no progress. Before the last two, a
 * coach who is due speaks.
 */
export function standstill(state: State, stage: Stage): "turns" | "cut" | "stalled" | "silence" | undefined {
  // Who speaks at the same time as others comes to its end first.
  if (stage.signalled !== undefined || isOpening(state, stage)) return undefined;
  if (isCutOff(state, stage)) return "cut";
  if (isCoachDue(state, stage) || isCalled(stage, architectOf(state)) || isSaid(state, stage))
    return undefined;
  if (stage.turns >= stage.limit && !isCalledByPerson(state, stage)) return "turns";
  const { stallsAfter, coach } = rulesOf(stage.phase);
  const isLed = coach !== "when-called" && coachOf(state) !== undefined;
  if (!isLed && stage.silent >= engineersOf(state.session.seats).length) return "silence";
  if (stallsAfter === undefined || !isBetweenRounds(state, stage)) return undefined;
  return idleRounds(state, stage) >= stallsAfter ? "stalled" : undefined;
}

/** Whoever the person calls answers, also after the last turn of a talk in which only those who are called speak. */
function isCalledByPerson({ session }: State, { phase, mentions }: Stage): boolean {
  if (!rulesOf(phase).callsOnly) return false;
  return engineersOf(session.seats).some(({ id }) => mentions[id]?.some(({ from }) => from === "human"));
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
