import type { EffectId, Instant, QuestionId, SeatId, StepKey, TaskId } from "../terms/ids.ts";
import type { Phase } from "../terms/phase.ts";
import type { Cap } from "../terms/policy.ts";
import { type Appended, appended } from "../text/appended.ts";
import type { Account, AccountKey, Attempt, Totals } from "./money.ts";
import type { Artifacts, Decision, Deferred, Entry, Question, Runner, Session } from "./session.ts";
import type { Stage } from "./stage.ts";
import type { Effect, Failures, Task } from "./task.ts";
import type { Thread } from "./thread.ts";

/** Everything the log says, as plain data. Growing lists are Appended; records hold open things only. */
export interface State {
  readonly head: number;
  /** Time of the newest fact; empty before the first. */
  readonly headAt: Instant;
  /** Seq of the last runner.started; a runner with an older one is stale. */
  readonly fence: number;
  readonly runner: Runner | undefined;
  readonly session: Session;
  readonly stage: Stage | undefined;
  /** Engineer turns that have ended, over all phases. */
  readonly turns: number;
  readonly transcript: Appended<Entry>;
  /** How much of the transcript there was when a model was last asked: what came later nobody has read. */
  readonly heard: number;
  /** Seq of the newest request to each member's model. */
  readonly heardBy: Readonly<Record<SeatId, number>>;
  /** What a person said last with --now, and to whom. */
  readonly interruption: { readonly seq: number; readonly to?: readonly SeatId[] } | undefined;
  readonly ledger: Appended<Decision>;
  /** Points that were put off. */
  readonly deferred: Appended<Deferred>;
  /** How often each phase was entered. */
  readonly visits: Readonly<Partial<Record<Phase, number>>>;
  readonly artifacts: Artifacts;
  readonly threads: readonly Thread[];
  readonly tasks: Readonly<Record<TaskId, Task>>;
  /** Of tasks that were planned anew or away: the newest try, and where it left the branch. */
  readonly past: Readonly<Record<TaskId, { readonly attempt: number; readonly commit: string | undefined }>>;
  /** Set while engineers are asked which tasks they would take. */
  readonly volunteering: { readonly seq: number; readonly asked: readonly SeatId[] } | undefined;
  /** Open questions to the person. The other waits are derived by `decide`. */
  readonly questions: Readonly<Record<QuestionId, Question>>;
  /** Begun and not settled, or settled while their step is not closed. */
  readonly effects: Readonly<Record<EffectId, Effect>>;
  readonly failures: Readonly<Record<StepKey, Failures>>;
  /** Head of the integration branch as the log knows it; the base before anything landed. */
  readonly integration: string;
  readonly money: Totals;
  /** What was spent and is reserved, by the session, by each task and by each seat. */
  readonly accounts: Readonly<Record<AccountKey, Account>>;
  /** Attempts under way: an attempt outlives its thread, and so does its money. */
  readonly attempts: readonly Attempt[];
  /** What a person has granted on top of the caps. */
  readonly grants: Readonly<Record<AccountKey, Cap>>;
}

export const emptyState: State = {
  head: 0,
  headAt: "",
  fence: 0,
  runner: undefined,
  session: {
    opened: 0,
    openedAt: "",
    kind: "iteration",
    title: "",
    brief: "",
    seats: [],
    policy: {
      pace: "normal",
      turns: 1,
      asks: { turn: 1, artifact: 1, coding: 1, review: 1 },
      checks: { quick: [], full: [], timeoutMs: 1 },
      author: { name: "", email: "" },
    },
    repo: { base: "", branch: "" },
  },
  stage: undefined,
  turns: 0,
  transcript: appended(),
  heard: 0,
  heardBy: {},
  interruption: undefined,
  ledger: appended(),
  deferred: appended(),
  visits: {},
  artifacts: {},
  threads: [],
  tasks: {},
  past: {},
  volunteering: undefined,
  questions: {},
  effects: {},
  failures: {},
  integration: "",
  money: { asked: 0, replied: 0, bytes: 0, input: 0, output: 0 },
  accounts: {},
  attempts: [],
  grants: {},
};
