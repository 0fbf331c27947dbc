import { type Meeting, type Phase, phases } from "../phase.ts";
import type { Policy } from "../policy.ts";

/** What a size of meeting means. No other code asks which size a session has. */
interface MeetingRules {
  readonly phases: readonly Phase[];
  /** The pre-code review: always, or only where tasks share an interface that nobody wrote down. */
  readonly interfaces: "reviewed" | "where-unwritten";
}

const rules: Readonly<Record<Meeting, MeetingRules>> = {
  none: { phases: ["implementation"], interfaces: "where-unwritten" },
  short: {
    phases: ["meeting", "pre-code-review", "implementation", "code-review"],
    interfaces: "where-unwritten",
  },
  full: { phases, interfaces: "reviewed" },
};

/** A session without a size is an older one, or its phases were chosen one by one. */
export function meetingRules({ meeting = "full" }: Pick<Policy, "meeting">): MeetingRules {
  return rules[meeting];
}

/** The part of the policy that a size of meeting decides. */
export function meetingPolicy(meeting: Meeting): Required<Pick<Policy, "meeting">> & { phases: Phase[] } {
  return { meeting, phases: [...rules[meeting].phases] };
}

/** The discussions that every meeting of this size has, whatever the plan says. */
export function talksOf(meeting: Meeting): readonly Phase[] {
  const { phases: all, interfaces } = rules[meeting];
  const sure = interfaces === "reviewed" ? all : all.filter((phase) => phase !== "pre-code-review");
  return sure.filter((phase) => phase !== "implementation");
}

/** The largest number of tasks that a short meeting settles. */
const mostInShort = 5;

/** The size of meeting that is worth its price for work of this size. */
export function meetingFor(work: {
  readonly size: "task" | "chain" | "parallel";
  readonly tasks: number;
  /** The brief leaves open what is wanted. */
  readonly unclear?: boolean | undefined;
}): Meeting {
  if (work.unclear || work.tasks > mostInShort) return "full";
  return work.size === "task" ? "none" : "short";
}
