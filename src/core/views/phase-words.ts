import type { Phase } from "../terms/phase.ts";

/** The name of a phase, as a heading. */
export function phaseName(phase: Phase): string {
  const names: Readonly<Record<Phase, string>> = {
    meeting: "Meeting",
    refinement: "Refinement",
    planning: "Planning",
    "pre-code-review": "Pre-code review",
    implementation: "Implementation",
    "code-review": "Code review",
    exploration: "Exploration",
  };
  return names[phase];
}

/** The same inside a sentence: "in code review". The build has a shorter name there. */
export function phaseWords(phase: Phase): string {
  return phase === "implementation" ? "build" : phaseName(phase).toLowerCase();
}
