import { Fault } from "../fault.ts";

/** Every prompt that ships, with its variables. A project may replace prompts by name, but add none. */
export const promptVariables: Readonly<Record<string, readonly string[]>> = {
  "team.md": [],
  "engineer.md": [],
  "engineer-meeting.md": [],
  "engineer-called.md": [],
  "engineer-code-review.md": [],
  "engineer-exploration.md": [],
  "architect.md": [],
  "coach.md": [],

  "exploration.md": [],
  "meeting.md": [],
  "refinement.md": [],
  "planning.md": [],
  "pre-code-review.md": [],
  "code-review.md": [],
  "task-plan.md": [],
  "plan-review.md": [],
  "completion.md": [],
  "coding.md": [],
  "review.md": [],
  "answer.md": [],
  "budget.md": [],
  "rewrite.md": [],
  "split.md": [],

  "coach-exploration.md": [],
  "coach-sizing.md": [],
  "coach-meeting.md": [],
  "coach-refinement.md": [],
  "coach-planning.md": [],
  "coach-pre-code-review.md": [],
  "coach-code-review.md": [],
  "volunteer.md": [],

  "kickoff-exploration.md": ["title"],
  "kickoff-meeting.md": ["title"],
  "kickoff-refinement.md": ["title"],
  "kickoff-planning.md": ["title"],
  "kickoff-pre-code-review.md": ["title"],
  "kickoff-implementation.md": ["title"],
  "kickoff-code-review.md": ["title"],

  "artifact-brief.md": [],
  "artifact-agreement.md": [],
  "artifact-scope.md": [],
  "artifact-tasks.md": [],
  "artifact-approach.md": [],
  "artifact-findings.md": [],

  "agreement.schema.json": [],
  "scope.schema.json": [],
  "tasks.schema.json": [],
  "approach.schema.json": [],
  "findings.schema.json": [],
  "brief.schema.json": [],
};

/** A prompt: the text that ships, and the project's replacement. */
export interface PromptFile {
  readonly name: string;
  readonly shipped: string;
  readonly own?: { readonly path: string; readonly text: string };
}

export interface PromptSet {
  readonly files: readonly PromptFile[];
  /** What is wrong with the project's own files: file, line, what to do. Empty if nothing is. */
  readonly faults: readonly string[];
}

/** Reports all wrong prompts at once, before any model is asked with them. */
export function assertPrompts({ faults }: PromptSet): void {
  if (faults.length === 0) return;
  throw new Fault(
    "config.invalid",
    [
      "Some of the project's own prompts are invalid:",
      ...faults.map((fault) => `  ${fault}`),
      "Fix the file, or delete it to go back to the one that ships. All names: huddle debug prompts",
    ].join("\n"),
  );
}

const place = /\{\{([^{}\n]*)\}\}/g;

/** Fills in the values in one pass, so that a value is never taken for a variable. */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(place, (whole, name: string) =>
    Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? whole) : whole,
  );
}

/** Variables that a file does not have, with their lines. */
export function unknownVariables(
  text: string,
  known: readonly string[],
): readonly { readonly line: number; readonly name: string }[] {
  return text
    .split("\n")
    .flatMap((content, index) =>
      [...content.matchAll(place)].map(([, name = ""]) => ({ line: index + 1, name: name.trim() })),
    )
    .filter(({ name }) => !known.includes(name));
}
