import type { Fact } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import type { Instant, TaskId } from "../../terms/ids.ts";
import type { ArtifactKind } from "../../terms/phase.ts";
import type { GraphRow } from "../plan/plan-graph.ts";

/** What kind of thing happened; a face picks a colour and a sign for it. */
export type StoryKind =
  | "title"
  | "phase"
  | "said"
  | "passed"
  | "decision"
  | "question"
  | "answer"
  | "document"
  | "accepted"
  | "returned"
  | "taken"
  | "working"
  | "done"
  | "green"
  | "red"
  | "approved"
  | "changes"
  | "landed"
  | "shipped"
  | "note"
  | "trouble";

/** `key`: without it the story makes no sense. `small`: worth a glance while it happens. */
export type Weight = "key" | "plain" | "small";

/** One thing that happened, in words for people. Text and rows are not escaped yet: a face does that. */
export interface StoryLine {
  readonly seq: number;
  readonly kind: StoryKind;
  readonly weight: Weight;
  /** A team member, `human`, or `harness`. */
  readonly who: string;
  readonly text: string;
  /** What stands below it, a row each. */
  readonly rows: readonly string[];
  readonly task?: TaskId;
  /** The conversation whose words these are, so that words shown while they were spoken are not shown twice. */
  readonly thread?: string;
  /** When it goes on. A face adds the time, as the person's clock shows it. */
  readonly until?: Instant;
  /** Of a command that a member ran. */
  readonly ran?: { readonly failed: boolean };
  /** Only in the whole story. */
  readonly detail?: true;
  /** Of a document: what it is, and whether it waits for the person's yes. */
  readonly artifact?: { readonly kind: ArtifactKind; readonly waits: boolean };
  /** Tasks to be drawn below it, as wide as there is room. */
  readonly graph?: readonly GraphRow[];
  /** Takes one row, and is cut if it is too long. */
  readonly brief?: true;
  /** Each of the rows below it takes one row, and is cut if it is too long. */
  readonly briefRows?: true;
}

/** The states on both sides of a fact. */
export interface Around {
  readonly before: State;
  readonly after: State;
}

const weights: Readonly<Record<StoryKind, Weight>> = {
  title: "key",
  phase: "key",
  said: "plain",
  passed: "plain",
  decision: "key",
  question: "key",
  answer: "key",
  document: "plain",
  accepted: "key",
  returned: "key",
  taken: "plain",
  working: "small",
  done: "plain",
  green: "plain",
  red: "key",
  approved: "plain",
  changes: "key",
  landed: "key",
  shipped: "key",
  note: "plain",
  trouble: "key",
};

export function storyLine(
  fact: Pick<Fact, "seq" | "actor">,
  kind: StoryKind,
  text: string,
  more: Partial<
    Pick<
      StoryLine,
      "who" | "rows" | "task" | "thread" | "artifact" | "graph" | "until" | "detail" | "weight" | "ran"
    >
  > = {},
): StoryLine {
  return { seq: fact.seq, kind, weight: weights[kind], who: fact.actor, text, rows: [], ...more };
}

/** A commit id as people quote it. */
export function shortId(commit: string): string {
  return commit.slice(0, 7);
}
