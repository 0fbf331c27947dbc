import type { Phase } from "./phase.ts";

/** How a discussion is led. The engine asks these questions and never which phase it serves. */
interface TalkRules {
  /** The coach speaks after each round, or only when somebody calls for it. */
  readonly coach: "each-round" | "when-called";
  /** Rounds in which nothing is settled before it is put to the coach, then to the person. Left out: no hurry. */
  readonly stallsAfter?: number;
  /** The coach first says how large the work looks. */
  readonly sizes: boolean;
  /** Engineers can be asked here which tasks they would take. */
  readonly volunteers: boolean;
  /** Out of turns or of words: what is agreed is handed in where nobody is asked, or a person is asked in any case. */
  readonly standstill: "hand-in" | "person";
}

const leading: TalkRules = {
  coach: "each-round",
  stallsAfter: 3,
  sizes: false,
  volunteers: false,
  standstill: "hand-in",
};

const rules: Readonly<Record<Phase, TalkRules>> = {
  refinement: { ...leading, sizes: true },
  planning: { ...leading, volunteers: true },
  "pre-code-review": { ...leading, volunteers: true },
  implementation: leading,
  "code-review": leading,
  exploration: { coach: "when-called", sizes: false, volunteers: false, standstill: "person" },
};

export function rulesOf(phase: Phase): TalkRules {
  return rules[phase];
}
