import type { ArtifactEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { editWords } from "../rules/artifact-changes.ts";
import type { StateDraft } from "../state/draft.ts";
import type { ArtifactState } from "../state/session.ts";
import { artifactId } from "../terms/ids.ts";
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
  const artifact = { id: artifactId(seq), seq, ...submission };
  if (fact.actor === "human") tellTeam(draft, fact, draft.artifacts[kind], artifact);
  draft.artifacts = { ...draft.artifacts, [kind]: artifact };
  settledNow(draft);
  onStage(draft, (stage) => ({
    ...stage,
    turnedAt: seq,
    ...(stage.phase === phase && { versions: version }),
  }));
}

/** What a person changed by hand is said to the team, as words of the person. */
function tellTeam(
  draft: StateDraft,
  fact: Fact,
  before: ArtifactState | undefined,
  after: ArtifactState,
): void {
  const text = editWords(before, after);
  if (text === "") return;
  const entry = { seq: fact.seq, at: fact.at, actor: fact.actor, text, size: text.length };
  draft.transcript = append(draft.transcript, entry);
}

function settled(draft: StateDraft, seq: number, event: EventOf<"artifact.settled">): void {
  const { verdict, reasons } = event;
  const artifact = Object.values(draft.artifacts).find((one) => one.id === event.artifact);
  if (!artifact) return;
  draft.artifacts = {
    ...draft.artifacts,
    [artifact.kind]: { ...artifact, settled: { seq, verdict, reasons } },
  };
  settledNow(draft);
  if (verdict === "accepted") return;
  // Sent back: the talk goes on, for as many turns as a fresh visit would have.
  onStage(draft, (stage) => ({
    ...stage,
    signalled: undefined,
    turnedAt: seq,
    silent: 0,
    limit: stage.turns + turnsIn(draft.session.policy, stage.phase),
  }));
}
