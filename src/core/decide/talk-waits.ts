import { asksPerson, currentArtifact, standstill } from "../rules/talk.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import { assignId, limitId, sizeId } from "../terms/ids.ts";
import { artifactOf } from "../terms/phase.ts";
import { buildersOf } from "../terms/policy.ts";
import type { Wait } from "./step.ts";

/** What the talk waits for a person with. While anything does, nobody speaks. */
export function talkWaits(state: State): readonly Wait[] {
  const { stage } = state;
  const questions = questionWaits(state);
  // On its way out of the phase nobody needs what it waited for.
  if (stage?.requested || stage?.skipped !== undefined) return [];
  if (!stage) return questions;
  const waits = [sizeWait(state, stage), acceptWait(state), assignWait(state, stage)];
  const known = [...questions, ...waits.filter((wait) => wait !== undefined)];
  return known.length > 0 ? known : limitWaits(state, stage);
}

function questionWaits(state: State): readonly Wait[] {
  return Object.values(state.questions).map(
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
}

/** Small work needs no meeting: before the first turn a person may say that it is simply done. */
function sizeWait({ session }: State, stage: Stage): Wait | undefined {
  const { size } = session;
  if (!size || size.settled || size.size === "parallel" || session.policy.pace === "auto") return undefined;
  if (stage.turns > 0 || stage.visit > 1 || stage.signalled !== undefined) return undefined;
  return {
    kind: "size",
    id: sizeId(size.seq),
    since: size.seq,
    size: size.size,
    tasks: size.tasks,
    why: size.why,
  };
}

function acceptWait(state: State): Wait | undefined {
  const artifact = currentArtifact(state);
  if (!artifact || artifact.settled) return undefined;
  const { id, seq, kind, phase, version } = artifact;
  return { kind: "accept", id, since: seq, artifact: kind, phase, version };
}

/** Tasks that nobody has, once nobody is left to be asked whether they would take them. */
function assignWait(state: State, stage: Stage): Wait | undefined {
  const open = Object.values(state.tasks).filter((task) => task.owner === undefined);
  if (open.length === 0 || !isPlanned(state, stage)) return undefined;
  const { call } = state;
  if (call && buildersOf(state.session.seats).some(({ id }) => !call.asked.includes(id))) return undefined;
  const since = Math.max(call?.seq ?? 0, ...open.map((task) => task.plannedAt));
  return { kind: "assign", id: assignId(since), since, tasks: open.map((task) => task.id) };
}

function isPlanned(state: State, stage: Stage): boolean {
  if (stage.phase === "planning") return currentArtifact(state)?.settled?.verdict === "accepted";
  return stage.phase !== "refinement";
}

function limitWaits(state: State, stage: Stage): readonly Wait[] {
  if (artifactOf(stage.phase) === undefined || currentArtifact(state)?.settled?.verdict === "accepted")
    return [];
  const why = standstill(state, stage);
  if (why === undefined || !asksPerson(state, stage)) return [];
  const { turnedAt, phase, turns } = stage;
  return [{ kind: "limit", id: limitId(turnedAt), since: turnedAt, why, phase, turns }];
}
