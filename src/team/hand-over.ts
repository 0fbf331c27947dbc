import type { Draft } from "../core/facts/fact.ts";
import type { Prompts } from "../core/ports/prompts.ts";
import { acceptArtifact } from "../core/rules/accept-artifact.ts";
import { blockingIn } from "../core/rules/fix-tasks.ts";
import { changeMeeting } from "../core/rules/meeting/change-meeting.ts";
import type { State } from "../core/state/state.ts";
import type { Artifact } from "../core/terms/artifacts.ts";
import { artifactId } from "../core/terms/ids.ts";
import type { ArtifactKind } from "../core/terms/phase.ts";
import { needsYes } from "../core/terms/policy.ts";
import type { TerminalTool } from "../core/work/tool.ts";
import { artifactJsonSchema, type HandedIn, submitArtifact } from "../tools/talk/submit-artifact.ts";
import { turnEnded } from "./take-turn.ts";

/** Checks against our schema first, then against the project's own, if the charter shows one. */
export async function heldTo(
  prompts: Prompts,
  kind: ArtifactKind,
  shown: unknown,
): Promise<TerminalTool<HandedIn>> {
  const isOurs = JSON.stringify(shown) === JSON.stringify(artifactJsonSchema(kind));
  if (isOurs || shown === undefined) return submitArtifact(kind);
  return submitArtifact(kind, await prompts.holdTo(shown));
}

/** What follows when a member hands in the phase's artifact at the end of this turn. `first`: the seq of the first draft. */
export function handOver(
  { key, seat }: { readonly key: string; readonly seat: string },
  artifact: HandedIn,
  at: State,
  first: number,
): readonly Draft[] {
  const { stage } = at;
  if (!stage) throw new Error("an artifact outside of a phase");
  if (artifact.kind === "widened")
    return [turnEnded(key, "said"), ...widened(seat, artifact.why, at, first + 1)];
  const { phase, visit, versions } = stage;
  const submitted: Draft = {
    actor: seat,
    event: { type: "artifact.submitted", ...artifact, phase, visit, version: versions + 1 },
  };
  const ended = turnEnded(key, "submitted");
  if (needsYes(at.session.policy.pace, artifact.kind) || goesInCircles(artifact, visit))
    return [submitted, ended];
  return [submitted, ended, ...acceptArtifact("harness", artifactId(first), artifact, at)];
}

/** The team needs a longer talk than this. Everything said so far is part of it. */
function widened(actor: string, why: string, at: State, first: number): readonly Draft[] {
  const change = changeMeeting(at, { actor, to: "full", why, first });
  return change && !("refused" in change) ? change : [];
}

/** Fixing and reviewing has repeated so often that a person should look. */
function goesInCircles({ kind, body }: Artifact, visit: number): boolean {
  return kind === "findings" && visit >= 3 && blockingIn(body).length > 0;
}
