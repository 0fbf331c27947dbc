/** The phases of an iteration with a full meeting, in order. */
export const phases = ["refinement", "planning", "pre-code-review", "implementation", "code-review"] as const;
/** Also the one discussion of a short meeting. */
export const iterationPhases = ["meeting", ...phases] as const;
/** Also the one phase of a grooming. */
export const allPhases = [...iterationPhases, "exploration"] as const;
export type Phase = (typeof allPhases)[number];

export const artifactKinds = ["scope", "tasks", "approach", "findings", "brief", "agreement"] as const;
export type ArtifactKind = (typeof artifactKinds)[number];

/** The artifact that ends a phase. Implementation ends with landed tasks instead. */
export function artifactOf(phase: Phase): ArtifactKind | undefined {
  const leaves: Record<Phase, ArtifactKind | undefined> = {
    meeting: "agreement",
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
  const names = {
    scope: "scope",
    tasks: "plan",
    approach: "approach",
    findings: "review",
    brief: "brief",
    agreement: "agreement",
  };
  return names[artifact];
}

/** How much is talked about before anything is built. */
export const meetings = ["none", "short", "full"] as const;
export type Meeting = (typeof meetings)[number];

/** At which points a person is asked: at every phase, at scope, plan and ship, or at none. */
export const paces = ["careful", "normal", "auto"] as const;
export type Pace = (typeof paces)[number];
