import type { Phase } from "./phase.ts";

/** How a discussion is led. The engine asks these questions and never which phase it serves. */
interface TalkRules {
  /** The coach speaks after each round, only when mentioned, or once everybody who was asked has spoken. */
  readonly coach: "each-round" | "when-called" | "when-needed";
  /** Engineers first read and speak at the same time, or one after the other. */
  readonly opening: "together" | "in-turn";
  /** After its opening, only who is called speaks, and the coach hands in the artifact in its own turn. */
  readonly callsOnly: boolean;
  /** Most rounds of turns, unless the policy says how many turns the phase has. Left out: as many as the policy says. */
  readonly rounds?: number;
  /** The prompt with the role of engineers. */
  readonly engineers:
    | "engineer.md"
    | "engineer-meeting.md"
    | "engineer-code-review.md"
    | "engineer-exploration.md";
  /** How many rounds may settle nothing before the coach is told, and then the person is asked. Left out: no limit. */
  readonly stallsAfter?: number;
  /** The coach first judges the size of the work. */
  readonly sizes: boolean;
  /** Points can be put off. Otherwise what is left open stands in the artifact. */
  readonly defers: boolean;
  /** Engineers can volunteer for tasks in this phase. */
  readonly volunteers: boolean;
  /** What is to be built is planned, so members know the checks that will judge it. */
  readonly plans: boolean;
  /** Its artifact holds the tasks, so each has its engineer before the team leaves. */
  readonly givesOut: boolean;
  /** What has landed is judged: members can read the whole change, and the talk is as long as the change is large. */
  readonly judgesChange: boolean;
  /** A change of at most this many lines is judged in one turn, not in a discussion. */
  readonly oneTurnUpTo: number;
  /** At a standstill: the artifact is handed in unless the pace asks a person, or a person is always asked. */
  readonly standstill: "hand-in" | "person";
}

const leading = {
  coach: "each-round",
  opening: "in-turn",
  callsOnly: false,
  engineers: "engineer.md",
  stallsAfter: 3,
  sizes: false,
  defers: true,
  volunteers: false,
  plans: false,
  givesOut: false,
  judgesChange: false,
  oneTurnUpTo: 0,
  standstill: "hand-in",
} satisfies TalkRules;

/** Everybody speaks once, so that nothing can go round in circles. */
const { stallsAfter: _, ...meeting } = leading;

const rules: Readonly<Record<Phase, TalkRules>> = {
  meeting: {
    ...meeting,
    coach: "when-needed",
    opening: "together",
    callsOnly: true,
    rounds: 2,
    engineers: "engineer-meeting.md",
    sizes: true,
    defers: false,
    volunteers: true,
    plans: true,
    givesOut: true,
  },
  refinement: { ...leading, sizes: true },
  planning: { ...leading, volunteers: true, plans: true, givesOut: true },
  "pre-code-review": { ...leading, volunteers: true, plans: true },
  implementation: leading,
  "code-review": { ...leading, engineers: "engineer-code-review.md", judgesChange: true, oneTurnUpTo: 20 },
  exploration: {
    coach: "when-called",
    opening: "in-turn",
    callsOnly: false,
    engineers: "engineer-exploration.md",
    sizes: false,
    defers: true,
    volunteers: false,
    plans: false,
    givesOut: false,
    judgesChange: false,
    oneTurnUpTo: 0,
    standstill: "person",
  },
};

export function rulesOf(phase: Phase): TalkRules {
  return rules[phase];
}
