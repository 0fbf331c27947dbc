/** The phases of an iteration, in order. */
export const phases = ["refinement", "planning", "pre-code-review", "implementation", "code-review"] as const;
/** The phases of an iteration, and the one phase of a grooming. */
export const allPhases = [...phases, "exploration"] as const;
export type Phase = (typeof allPhases)[number];

export const artifactKinds = ["scope", "tasks", "approach", "findings", "brief"] as const;
export type ArtifactKind = (typeof artifactKinds)[number];

/** The artifact that ends a phase. Implementation ends with landed tasks instead. */
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

/** What a person calls it. */
export function artifactName(artifact: ArtifactKind): string {
  const names = { scope: "scope", tasks: "plan", approach: "approach", findings: "review", brief: "brief" };
  return names[artifact];
}

/** At which points a person is asked: at every phase, at scope, plan and ship, or at none. */
export const paces = ["careful", "normal", "auto"] as const;
export type Pace = (typeof paces)[number];
