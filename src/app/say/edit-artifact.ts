import { refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { acceptArtifact } from "../../core/rules/accept-artifact.ts";
import { basisOf } from "../../core/rules/artifact-basis.ts";
import { artifactChanges, editWords } from "../../core/rules/artifact-changes.ts";
import type { ArtifactState } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { type Artifact, artifactFaults } from "../../core/terms/artifacts.ts";
import { type ArtifactId, artifactId } from "../../core/terms/ids.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { artifactName } from "../../core/terms/phase.ts";
import { readEdit } from "../../core/views/documents/artifact-edit.ts";
import { over, tell } from "./tell.ts";

/** What became of an edited artifact. */
export type Edited =
  | { readonly kind: "unchanged" }
  /** Nothing was written; the person can put it right. */
  | { readonly kind: "wrong"; readonly faults: readonly string[] }
  /** `open`: what other artifacts do not fit any more. */
  | {
      readonly kind: "done";
      readonly version: number;
      readonly changes: readonly string[];
      readonly open: readonly string[];
    };

/** The version that is edited: the newest there is. A Fault says why there is nothing to edit. */
export function editedVersion(at: State, kind: ArtifactKind): ArtifactState {
  const artifact = at.artifacts[kind];
  const why = whyNot(at, kind);
  if (why !== undefined) throw new Fault("refused", why);
  if (!artifact)
    throw new Fault("nothing.open", `There is no ${artifactName(kind)} to edit yet. See: huddle status`);
  return artifact;
}

/**
 * Hands in what a person made of an artifact, as theirs and accepted, and tells the team what they changed. Made from `from`: when another version has come
 * meanwhile it is refused, so that nobody's words are written over unseen.
 */
export async function editArtifact(
  journal: Journal,
  kind: ArtifactKind,
  text: string,
  from: ArtifactId,
): Promise<Edited> {
  const read = readEdit(kind, text);
  if (read.kind === "wrong") return read;
  const { artifact } = read;
  let edited: Edited = { kind: "unchanged" };
  await tell(journal, (at, first) => {
    const before = editedVersion(at, kind);
    if (before.id !== (read.from ?? from)) return refusal(meanwhile(kind, before));
    const changes = artifactChanges(before, artifact);
    const faults = artifactFaults(artifact, basisOf(at));
    edited = { kind: "unchanged" };
    if (changes.length === 0) return undefined;
    edited = { kind: "wrong", faults };
    if (faults.length > 0) return undefined;
    const version = before.version + 1;
    edited = { kind: "done", version, changes, open: openAfter(at, artifact) };
    const { phase, visit } = before;
    return [
      { actor: "human", event: { type: "artifact.submitted", ...artifact, phase, visit, version } },
      { actor: "human", event: { type: "message.posted", text: editWords(kind, changes) } },
      ...acceptArtifact("human", artifactId(first), artifact, at),
    ];
  });
  return edited;
}

function whyNot(at: State, kind: ArtifactKind): string | undefined {
  if (at.session.ending) return over;
  const isBuilding = at.stage?.phase === "implementation" || at.stage?.phase === "code-review";
  if (kind === "tasks" && isBuilding)
    return 'The plan is being built and cannot be edited now. To change it: huddle back planning -m "…"';
  if (kind === "findings" && at.stage?.phase !== "code-review")
    return "What the review found is being worked on and cannot be edited now. The next review can say more.";
  return undefined;
}

function meanwhile(kind: ArtifactKind, { version }: ArtifactState): string {
  return `Version ${version} of the ${artifactName(kind)} came meanwhile, so yours was not handed in. Compare: huddle show ${kind}`;
}

/** What a later artifact does not fit any more: a requirement without a task, a task without an approach. */
function openAfter(at: State, { kind, body }: Artifact): readonly string[] {
  const { tasks, approach } = at.artifacts;
  if (kind === "scope" && tasks) return artifactFaults(tasks, { scope: body });
  if (kind === "tasks" && approach) return artifactFaults(approach, { plan: body });
  return [];
}
