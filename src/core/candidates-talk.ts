import { artifactOf, type Phase, phaseAfter } from "./phase.ts";
import { engineersOf, scribeOf } from "./policy.ts";
import type { Stage, State } from "./state.ts";
import type { Candidate, Step, Wait } from "./step.ts";

/** What the discussion wants next: enter a phase, or let one speak. Never more than one at a time. */
export function talkCandidates(state: State): readonly Candidate[] {
  const { stage, session } = state;
  if (!stage) return [enter("refinement", 1, session.opened)];
  const next = phaseAfter(stage.phase);
  const leftAt = leftAtSeq(state, stage);
  if (leftAt !== undefined) return next ? [enter(next, 1, leftAt)] : [];
  if (artifactOf(stage.phase) === undefined || talkWaits(state).length > 0) return [];
  const step = nextSpeaker(state, stage);
  return step ? [{ step, since: stage.turnedAt }] : [];
}

/** Discussion waits: an open question, or an artifact that a person must accept. */
export function talkWaits(state: State): readonly Wait[] {
  const questions = Object.values(state.questions).map(
    (question): Wait => ({
      kind: "question",
      id: question.id,
      since: question.seq,
      from: question.from,
      text: question.text,
      options: question.options,
      thread: question.thread,
    }),
  );
  const artifact = currentArtifact(state);
  if (!artifact || artifact.settled) return questions;
  return [
    ...questions,
    {
      kind: "accept",
      id: artifact.id,
      since: artifact.seq,
      artifact: artifact.kind,
      phase: artifact.phase,
      version: artifact.version,
    },
  ];
}

/** The newest artifact of the present visit. */
export function currentArtifact(state: State) {
  const kind = state.stage && artifactOf(state.stage.phase);
  const artifact = kind && state.artifacts[kind];
  return artifact && artifact.visit === state.stage?.visit && artifact.phase === state.stage.phase
    ? artifact
    : undefined;
}

/** The seq at which the present phase was done with; undefined while it is not. */
function leftAtSeq(state: State, stage: Stage): number | undefined {
  if (stage.phase !== "implementation") {
    const settled = currentArtifact(state)?.settled;
    return settled?.verdict === "accepted" ? settled.seq : undefined;
  }
  const tasks = Object.values(state.tasks);
  if (tasks.some((task) => task.state !== "DONE")) return undefined;
  return Math.max(stage.since, ...tasks.map((task) => task.movedAt));
}

function enter(phase: Phase, visit: number, since: number): Candidate {
  return {
    since,
    step: { kind: "enter-phase", key: `enter/${phase}.${visit}`, claims: ["talk"], phase, visit },
  };
}

/** Engineers go round; the coach speaks after each full round; a signal or the limit asks for the artifact. */
function nextSpeaker(state: State, stage: Stage): Step | undefined {
  const engineers = engineersOf(state.session.seats);
  const coach = state.session.seats.find((seat) => seat.role === "coach");
  const place = `${stage.phase}.${stage.visit}`;
  const rounds = Math.floor(stage.turns / engineers.length);
  const coachDue = coach !== undefined && stage.turns % engineers.length === 0 && rounds > stage.coached;
  const artifact = artifactOf(stage.phase);
  if (
    artifact !== undefined &&
    (stage.signalled !== undefined || (stage.turns >= stage.limit && !coachDue))
  ) {
    const scribe = scribeOf(state.session.seats);
    const version = stage.versions + 1;
    return (
      scribe && {
        kind: "artifact",
        key: `artifact/${place}/${version}`,
        claims: ["talk", mouth(scribe.id)],
        seat: scribe.id,
        artifact,
        version,
      }
    );
  }
  if (coachDue)
    return {
      kind: "coach",
      key: `coach/${place}/${rounds}`,
      claims: ["talk", mouth(coach.id)],
      seat: coach.id,
      round: rounds,
    };
  const speaker = engineers[stage.turns % engineers.length];
  return (
    speaker && {
      kind: "turn",
      key: `turn/${place}/${stage.turns + 1}`,
      claims: ["talk", mouth(speaker.id)],
      seat: speaker.id,
      round: rounds + 1,
    }
  );
}

/** A seat can say one thing at a time. */
export function mouth(seat: string): string {
  return `mouth:${seat}`;
}
