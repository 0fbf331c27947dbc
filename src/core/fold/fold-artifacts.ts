import type { ArtifactEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { artifactChanges, editWords } from "../rules/artifact-changes.ts";
import type { StateDraft } from "../state/draft.ts";
import type { ArtifactState } from "../state/session.ts";
import type { Agreement } from "../terms/artifacts.ts";
import { type ArtifactId, artifactId } from "../terms/ids.ts";
import { partsOf } from "../terms/meeting/agreement.ts";
import { turnsIn } from "../terms/policy.ts";
import { append } from "../text/appended.ts";
import { onStage, settledNow } from "./on-stage.ts";

/** What handing in, accepting and sending back do to the state. */
export function foldArtifacts(draft: StateDraft, fact: Fact, event: ArtifactEvent): void {
  if (event.type === "artifact.submitted") submitted(draft, fact, event);
  else settled(draft, fact.seq, event);
}

function submitted(draft: StateDraft, fact: Fact, event: EventOf<"artifact.submitted">): void {
  const { seq } = fact;
  const { type: _, ...submission } = event;
  const { kind, phase, version } = submission;
  const before = draft.artifacts[kind];
  const artifact = { id: artifactId(seq), seq, ...submission };
  const changed = before?.settled?.verdict === "returned" && {
    changed: { since: before.version, what: artifactChanges(before, artifact) },
  };
  if (fact.v < 2 && fact.actor === "human") tellTeam(draft, fact, before, artifact);
  draft.artifacts = { ...draft.artifacts, [kind]: { ...artifact, ...changed } };
  settledNow(draft);
  onStage(draft, (stage) => ({
    ...stage,
    turnedAt: seq,
    ...(stage.phase === phase && { versions: version }),
  }));
}

/** In version 1 the fact itself told the team what a person had changed; a message says it since. */
function tellTeam(
  draft: StateDraft,
  fact: Fact,
  before: ArtifactState | undefined,
  after: ArtifactState,
): void {
  const changes = artifactChanges(before, after);
  if (changes.length === 0) return;
  const text = editWords(after.kind, changes);
  const entry = { seq: fact.seq, at: fact.at, actor: fact.actor, text, size: text.length };
  draft.transcript = append(draft.transcript, entry);
}

function settled(draft: StateDraft, seq: number, event: EventOf<"artifact.settled">): void {
  const { verdict, reasons } = event;
  const artifact = Object.values(draft.artifacts).find((one) => one.id === event.artifact);
  if (!artifact) return;
  const judged = { [artifact.kind]: { ...artifact, settled: { seq, verdict, reasons } } };
  draft.artifacts = { ...draft.artifacts, ...judged };
  settledNow(draft);
  if (verdict === "accepted") {
    draft.accepted = { ...draft.accepted, ...judged };
    if (artifact.kind === "agreement") takeApart(draft, artifact.body, artifact.id);
    return;
  }
  // Sent back: there is something to discuss, for as many turns as the phase usually has.
  onStage(draft, ({ brief: _, ...stage }) => ({
    ...stage,
    signalled: undefined,
    turnedAt: seq,
    silent: 0,
    cut: undefined,
    limit: stage.turns + turnsIn(draft.session, stage.phase),
  }));
}

/** Scope, plan and approach of an accepted agreement stand for themselves from now on, and are edited one by one. */
function takeApart(draft: StateDraft, agreement: Agreement, id: ArtifactId): void {
  const whole = draft.accepted.agreement;
  if (!whole || whole.id !== id) return;
  for (const part of partsOf(agreement)) {
    const version = (draft.artifacts[part.kind]?.version ?? 0) + 1;
    const { seq, phase, visit, settled: verdict } = whole;
    const standing = { [part.kind]: { ...part, id, seq, phase, visit, version, settled: verdict } };
    draft.artifacts = { ...draft.artifacts, ...standing };
    draft.accepted = { ...draft.accepted, ...standing };
  }
}
