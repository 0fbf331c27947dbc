import type { ArtifactEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { editWords } from "../rules/artifact-changes.ts";
import { onStage, settledNow } from "../state/on-stage.ts";
import type { ArtifactState } from "../state/session.ts";
import type { State } from "../state/state.ts";
import { artifactId } from "../terms/ids.ts";
import { turnsIn } from "../terms/policy.ts";
import { append } from "../text/appended.ts";

/** What handing in, accepting and sending back do to the state. */
export function foldArtifacts(state: State, fact: Fact, event: ArtifactEvent): State {
  return event.type === "artifact.submitted"
    ? submitted(state, fact, event)
    : settled(state, fact.seq, event);
}

function submitted(state: State, fact: Fact, event: EventOf<"artifact.submitted">): State {
  const { type: _, ...submission } = event;
  const artifact = { id: artifactId(fact.seq), seq: fact.seq, ...submission };
  const { kind, phase, version } = artifact;
  const next = { ...state, artifacts: { ...state.artifacts, [kind]: artifact } };
  const told = fact.actor === "human" ? tellTeam(next, fact, state.artifacts[kind], artifact) : next;
  return onStage(settledNow(told), (stage) => {
    stage.turnedAt = fact.seq;
    if (stage.phase === phase) stage.versions = version;
  });
}

/** What a person changed by hand is said to the team, as words of the person. */
function tellTeam(state: State, fact: Fact, before: ArtifactState | undefined, after: ArtifactState): State {
  const text = editWords(before, after);
  if (text === "") return state;
  const entry = { seq: fact.seq, at: fact.at, actor: fact.actor, text, size: text.length };
  return { ...state, transcript: append(state.transcript, entry) };
}

function settled(state: State, seq: number, event: EventOf<"artifact.settled">): State {
  const artifact = Object.values(state.artifacts).find((one) => one.id === event.artifact);
  if (!artifact) return state;
  const next = settledNow({
    ...state,
    artifacts: {
      ...state.artifacts,
      [artifact.kind]: { ...artifact, settled: { seq, verdict: event.verdict, reasons: event.reasons } },
    },
  });
  if (event.verdict === "accepted") return next;
  // Sent back: the talk goes on, for as many turns as a fresh visit would have.
  return onStage(next, (stage) => {
    stage.signalled = undefined;
    stage.turnedAt = seq;
    stage.silent = 0;
    stage.limit = stage.turns + turnsIn(state.session.policy, stage.phase);
  });
}
