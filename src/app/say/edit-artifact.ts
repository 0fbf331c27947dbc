import { refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { acceptArtifact } from "../../core/rules/accept-artifact.ts";
import { basisOf } from "../../core/rules/artifact-basis.ts";
import { artifactChanges, editWords } from "../../core/rules/artifact-changes.ts";
import { isSamePlan } from "../../core/rules/plan-tasks.ts";
import type { ArtifactState } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import { type Artifact, artifactFaults } from "../../core/terms/artifacts.ts";
import { type ArtifactId, artifactId } from "../../core/terms/ids.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { artifactName } from "../../core/terms/phase.ts";
import { isCancelled, isDone, isReady, needsDecision } from "../../core/terms/task-machine.ts";
import { readEdit } from "../../core/views/edit/artifact-edit.ts";
import { tell, whyOver } from "./tell.ts";

/** The result of editing an artifact. */
export type Edited =
  | { readonly kind: "unchanged" }
  /** Nothing was written; the person can correct it. */
  | { readonly kind: "wrong"; readonly faults: readonly string[] }
  /** `open`: where other artifacts no longer fit. */
  | {
      readonly kind: "done";
      readonly version: number;
      readonly changes: readonly string[];
      readonly open: readonly string[];
    };

/** The version to edit, which is the newest. Throws a Fault that says why there is nothing to edit. */
export function editedVersion(at: State, kind: ArtifactKind): ArtifactState {
  const artifact = at.artifacts[kind];
  const why = whyNot(at, kind);
  if (why !== undefined) throw new Fault("refused", why);
  if (!artifact)
    throw new Fault("nothing.open", `There is no ${artifactName(kind)} to edit yet. See: huddle status`);
  return artifact;
}

/**
 * Submits a person's edit of version `from` as their own version, already accepted, and tells the team what they
 * changed. Refuses when a newer version exists, so that the edit does not overwrite what the person has not seen.
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
    const faults = [...artifactFaults(artifact, basisOf(at)), ...builtMeanwhile(at, artifact)];
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
      ...acceptArtifact("human", artifactId(first), withFixes(artifact, before, at), at),
    ];
  });
  return edited;
}

function whyNot(at: State, kind: ArtifactKind): string | undefined {
  const over = whyOver(at);
  if (over !== undefined) return over;
  if (kind === "tasks" && at.stage?.phase === "code-review")
    return 'The plan has been built and cannot be edited now. To change it: huddle back planning -m "…"';
  if (kind === "agreement" && at.artifacts.agreement?.settled?.verdict === "accepted")
    return "Scope and plan are accepted, and are edited one by one: huddle edit scope, huddle edit tasks.";
  if (kind === "findings" && at.artifacts.findings && at.stage?.phase !== "code-review")
    return "The team is working on the findings, so they cannot be edited now. The next review can add more.";
  return undefined;
}

/** Tasks that came from the review's findings are in no plan. They stay when the plan is edited. */
function withFixes(edited: Artifact, before: ArtifactState, at: State): Artifact {
  if (edited.kind !== "tasks" || before.kind !== "tasks") return edited;
  const known = new Set([...before.body.tasks, ...edited.body.tasks].map((task) => task.id));
  const fixes = tasksInOrder(at).flatMap(({ id, plan }) => (known.has(id) ? [] : [plan]));
  return { kind: "tasks", body: { tasks: [...edited.body.tasks, ...fixes] } };
}

/** While the team builds, only tasks that have not started, wait for a person or were cancelled can change. */
function builtMeanwhile(at: State, { kind, body }: Artifact): readonly string[] {
  if (kind !== "tasks" || at.stage?.phase !== "implementation") return [];
  const known = at.artifacts.tasks?.body.tasks.map((task) => task.id) ?? [];
  return tasksInOrder(at).flatMap(({ id, state, plan, owner }) => {
    if (!known.includes(id)) return [];
    const edited = body.tasks.find((task) => task.id === id);
    const isOpen = isReady(state) || needsDecision(state) || isCancelled(state);
    if (isOpen || (edited && isSamePlan(edited, plan))) return [];
    return isDone(state)
      ? [`${id} has landed, so it has to stay as it is.`]
      : [`${owner} is working on ${id}, so it has to stay as it is. To end it: huddle task cancel ${id}`];
  });
}

function meanwhile(kind: ArtifactKind, { version }: ArtifactState): string {
  return `Version ${version} of the ${artifactName(kind)} has come in since, so yours was not submitted. Compare: huddle show ${kind}`;
}

/** Where a later artifact no longer fits: a requirement without a task, a task without an approach. */
function openAfter(at: State, { kind, body }: Artifact): readonly string[] {
  const { tasks, approach } = at.artifacts;
  if (kind === "scope" && tasks) return artifactFaults(tasks, { ...basisOf(at), scope: body });
  if (kind === "tasks" && approach) return artifactFaults(approach, { ...basisOf(at), plan: body });
  return [];
}
