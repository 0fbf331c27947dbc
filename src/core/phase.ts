import { z } from "zod";

export const phases = ["refinement", "planning", "pre-code-review", "implementation", "code-review"] as const;
export const phaseSchema = z.enum(phases);
export type Phase = (typeof phases)[number];

export const artifactKinds = ["scope", "tasks", "approach", "findings"] as const;
export const artifactKindSchema = z.enum(artifactKinds);
export type ArtifactKind = (typeof artifactKinds)[number];

/** What the coach hands over when a phase is left. Implementation leaves landed tasks instead. */
export function artifactOf(phase: Phase): ArtifactKind | undefined {
  const leaves: Record<Phase, ArtifactKind | undefined> = {
    refinement: "scope",
    planning: "tasks",
    "pre-code-review": "approach",
    implementation: undefined,
    "code-review": "findings",
  };
  return leaves[phase];
}

export function phaseAfter(phase: Phase): Phase | undefined {
  return phases[phases.indexOf(phase) + 1];
}
