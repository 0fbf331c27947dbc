import { isAllCancelled } from "../rules/cancel-tasks.ts";
import { blockingIn } from "../rules/fix-tasks.ts";
import {
  architectOf,
  coachOf,
  currentArtifact,
  isCalled,
  isCoachDue,
  isSaid,
  openers,
  standstill,
} from "../rules/talk.ts";
import { nextEngineer } from "../rules/turns/next-engineer.ts";
import { roundsOf } from "../state/rounds.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import { threadNamed } from "../state/threads.ts";
import type { SeatId } from "../terms/ids.ts";
import { unwritten } from "../terms/meeting/agreement.ts";
import { meetingRules } from "../terms/meeting/meeting.ts";
import { artifactOf, type Phase } from "../terms/phase.ts";
import { buildersOf, engineersOf, phaseAfter, phasesOf, scribeOf } from "../terms/policy.ts";
import { rulesOf } from "../terms/talk-rules.ts";
import { isOver } from "../terms/task-machine.ts";
import { isErrandKind } from "./candidates-errands.ts";
import type { Candidate, Step } from "./step.ts";
import { talkWaits } from "./talk-waits.ts";

/**
 * What the discussion wants next: to enter a phase, or to let a member speak. Never more than one step at a time, but
 * where all engineers read and speak first.
 */
export function talkCandidates(state: State): readonly Candidate[] {
  const { stage, session } = state;
  if (!stage) return [enter(state, phasesOf(session.policy)[0], session.opened)];
  // What the team has begun outside is finished before it enters another phase. Errands have no phase.
  if (stage.requested)
    return hasBegun(state) ? [] : [enter(state, stage.requested.phase, stage.requested.seq)];
  const volunteer = nextVolunteer(state, stage);
  if (volunteer) return [volunteer];
  if (talkWaits(state).length > 0) return [];
  const leftAt = leftAtSeq(state, stage);
  if (leftAt !== undefined) {
    const next = nextPhase(state, stage);
    return next ? [enter(state, next, leftAt)] : [];
  }
  if (artifactOf(stage.phase) === undefined) return [];
  return nextSpeakers(state, stage).map((step) => ({ step, since: stage.turnedAt }));
}

/** The seq since which everything the session was opened for is done, so that only shipping is left. */
export function doneAtSeq(state: State): number | undefined {
  const { stage } = state;
  if (!stage || stage.requested || nextPhase(state, stage)) return undefined;
  return leftAtSeq(state, stage);
}

/** The next phase. Blocking findings lead back to building. */
function nextPhase(state: State, stage: Stage): Phase | undefined {
  const findings = stage.phase === "code-review" && stage.skipped === undefined && currentArtifact(state);
  if (findings && findings.kind === "findings" && blockingIn(findings.body).length > 0)
    return "implementation";
  const next = phaseAfter(state.session.policy, stage.phase);
  return next === "pre-code-review" && isSettled(state) ? phaseAfter(state.session.policy, next) : next;
}

/** Whether the tasks can be built without a pre-code review. */
function isSettled({ session, accepted }: State): boolean {
  if (meetingRules(session.policy).interfaces === "reviewed" || !accepted.tasks) return false;
  return unwritten(accepted.tasks.body, accepted.approach?.body).length === 0;
}

/** The seq at which the current phase was finished; undefined while it is not. */
function leftAtSeq(state: State, stage: Stage): number | undefined {
  if (stage.skipped !== undefined) return stage.skipped;
  const tasks = Object.values(state.tasks);
  if (stage.phase === "implementation") {
    if (tasks.some((task) => !isOver(task.state)) || isAllCancelled(state)) return undefined;
    return Math.max(stage.since, ...tasks.map((task) => task.movedAt));
  }
  const settled = currentArtifact(state)?.settled;
  if (settled?.verdict !== "accepted") return undefined;
  // What gives out tasks is finished only when every task has its engineer.
  if (!rulesOf(stage.phase).givesOut) return settled.seq;
  return Math.max(settled.seq, ...tasks.map((task) => task.assignedAt));
}

function hasBegun({ effects }: State): boolean {
  return Object.values(effects).some(({ kind, settled }) => settled === undefined && !isErrandKind(kind));
}

function enter(state: State, phase: Phase, since: number): Candidate {
  const visit = (state.visits[phase] ?? 0) + 1;
  const { stage, session } = state;
  // Those who speak at the same time do not hold the talk, so each has to fall silent.
  const speaking =
    stage && rulesOf(stage.phase).opening === "together"
      ? engineersOf(session.seats).map(({ id }) => mouth(id))
      : [];
  const claims = ["talk", ...speaking];
  return { since, step: { kind: "enter-phase", key: `enter/${phase}.${visit}`, claims, phase, visit } };
}

/** After the team was asked for volunteers, each engineer who can build gets one turn to answer. */
function nextVolunteer(state: State, stage: Stage): Candidate | undefined {
  const { volunteering: call, session } = state;
  const seat = call && buildersOf(session.seats).find(({ id }) => !call.asked.includes(id));
  if (!call || !seat) return undefined;
  return {
    since: Math.max(call.seq, stage.turnedAt),
    step: {
      kind: "volunteer",
      key: `volunteer/${stage.phase}.${stage.visit}/${stage.volunteerRounds}/${seat.id}`,
      claims: claims(seat.id),
      seat: seat.id,
    },
  };
}

/**
 * Engineers speak in turn, whoever is asked next, or all at once first; the architect and the coach between rounds. A signal or the turn limit
 * makes the artifact due.
 */
function nextSpeakers(state: State, stage: Stage): readonly Step[] {
  const place = `${stage.phase}.${stage.visit}`;
  const sized = sizing(state, stage, place);
  if (sized) return [sized];
  const opening = openers(state, stage);
  if (opening.length > 0) return opening.map((seat) => openingTurn(seat, place));
  const next = between(state, stage, place) ?? writing(state, stage, place) ?? turn(state, stage, place);
  return next ? [next] : [];
}

/** Named by the engineer: how many have spoken changes while others speak. */
function openingTurn(seat: SeatId, place: string): Step {
  return { kind: "turn", key: `turn/${place}/${seat}`, claims: [mouth(seat)], seat, round: 1 };
}

function sizing(state: State, stage: Stage, place: string): Step | undefined {
  const coach = coachOf(state);
  if (
    !state.session.policy.sizing ||
    !coach ||
    stage.sized ||
    stage.turns > 0 ||
    stage.visit > 1 ||
    state.session.size
  )
    return undefined;
  if (!rulesOf(stage.phase).sizes || stage.signalled !== undefined) return undefined;
  return { kind: "sizing", key: `sizing/${place}`, claims: claims(coach), seat: coach };
}

/** The architect speaks when mentioned, the coach after each round or when mentioned. */
function between(state: State, stage: Stage, place: string): Step | undefined {
  if (stage.signalled !== undefined) return undefined;
  const round = roundsOf(state, stage);
  const architect = architectOf(state);
  if (architect !== undefined && isCalled(stage, architect))
    return {
      kind: "architect",
      key: `architect/${place}/${stage.architectTurns + 1}`,
      claims: claims(architect),
      seat: architect,
      round: Math.max(1, round),
    };
  const coach = coachOf(state);
  if (coach === undefined || !isCoachDue(state, stage)) return undefined;
  return {
    kind: "coach",
    key: `coach/${place}/${stage.coachTurns + 1}`,
    claims: claims(coach),
    seat: coach,
    round: Math.max(1, round),
  };
}

/** The artifact is due after a signal, or at a standstill that no person is asked about. */
function writing(state: State, stage: Stage, place: string): Step | undefined {
  const artifact = artifactOf(stage.phase);
  const scribe = scribeOf(state.session.seats);
  if (artifact === undefined || scribe === undefined) return undefined;
  const isDue =
    stage.signalled !== undefined || isSaid(state, stage) || standstill(state, stage) !== undefined;
  if (!isDue) return undefined;
  const version = stage.versions + 1;
  return {
    kind: "artifact",
    key: `artifact/${place}/${version}`,
    claims: claims(scribe.id),
    seat: scribe.id,
    artifact,
    version,
  };
}

/** Whoever has begun its turn ends it, whoever is called meanwhile. */
function turn(state: State, stage: Stage, place: string): Step | undefined {
  const key = `turn/${place}/${stage.turns + 1}`;
  const seat = threadNamed(state, key)?.seat ?? nextEngineer(state, stage);
  if (seat === undefined) return undefined;
  return { kind: "turn", key, claims: claims(seat), seat, round: roundsOf(state, stage) + 1 };
}

function claims(seat: SeatId): readonly string[] {
  return ["talk", mouth(seat)];
}

/** A seat says one thing at a time. */
export function mouth(seat: string): string {
  return `mouth:${seat}`;
}
