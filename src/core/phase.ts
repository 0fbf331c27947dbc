import { z } from "zod";

/** The phases of an iteration, in order. */
export const phases = ["refinement", "planning", "pre-code-review", "implementation", "code-review"] as const;
export const phaseSchema = z.enum([...phases, "exploration"]);
/** The phases of an iteration, and the one of grooming. */
export type Phase = z.infer<typeof phaseSchema>;

export const artifactKinds = ["scope", "tasks", "approach", "findings", "brief"] as const;
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
    exploration: "brief",
  };
  return leaves[phase];
}
