import type { Phase } from "./phase.ts";

/** How a discussion is led. The engine asks these questions and never which phase it serves. */
interface TalkRules {
  /** The coach speaks after each round, or only when mentioned. */
  readonly coach: "each-round" | "when-called";
  /** The prompt with the role of engineers. */
  readonly engineers: "engineer.md" | "engineer-code-review.md" | "engineer-exploration.md";
  /** How many rounds may settle nothing before the coach is told, and then the person is asked. Left out: no limit. */
  readonly stallsAfter?: number;
  /** The coach first judges the size of the work. */
  readonly sizes: boolean;
  /** Engineers can volunteer for tasks in this phase. */
  readonly volunteers: boolean;
  /** What is to be built is planned, so members know the checks that will judge it. */
  readonly plans: boolean;
  /** What has landed is judged: members can read the whole change, and the talk is as long as the change is large. */
  readonly judgesChange: boolean;
  /** A change of at most this many lines is judged in one turn, not in a discussion. */
  readonly oneTurnUpTo: number;
  /** At a standstill: the artifact is handed in unless the pace asks a person, or a person is always asked. */
  readonly standstill: "hand-in" | "person";
}

const leading: TalkRules = {
  coach: "each-round",
  engineers: "engineer.md",
  stallsAfter: 3,
  sizes: false,
  volunteers: false,
  plans: false,
  judgesChange: false,
  oneTurnUpTo: 0,
  standstill: "hand-in",
};

const rules: Readonly<Record<Phase, TalkRules>> = {
  refinement: { ...leading, sizes: true },
  planning: { ...leading, volunteers: true, plans: true },
  "pre-code-review": { ...leading, volunteers: true, plans: true },
  implementation: leading,
  "code-review": { ...leading, engineers: "engineer-code-review.md", judgesChange: true, oneTurnUpTo: 20 },
  exploration: {
    coach: "when-called",
    engineers: "engineer-exploration.md",
    sizes: false,
    volunteers: false,
    plans: false,
    judgesChange: false,
    oneTurnUpTo: 0,
    standstill: "person",
  },
};

export function rulesOf(phase: Phase): TalkRules {
  return rules[phase];
}
