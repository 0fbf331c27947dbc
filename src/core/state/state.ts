import type { ApprovalId, EffectId, Instant, QuestionId, SeatId, StepKey, TaskId } from "../terms/ids.ts";
import type { Phase } from "../terms/phase.ts";
import type { Cap } from "../terms/policy.ts";
import { type Appended, appended } from "../text/appended.ts";
import type { Account, AccountKey, Attempt, Totals } from "./money.ts";
import type { Approval, Artifacts, Decision, Deferred, Entry, Question, Runner, Session } from "./session.ts";
import type { Speed } from "./speed.ts";
import type { Stage } from "./stage.ts";
import type { Effect, Failures, Task } from "./task.ts";
import type { Thread } from "./thread.ts";

/** Everything the log says, as plain data. Growing lists are Appended; records hold only what is open. */
export interface State {
  readonly head: number;
  /** Time of the newest fact; empty before the first. */
  readonly headAt: Instant;
  /** Seq of the last runner.started; a runner with an older one is stale. */
  readonly fence: number;
  /** Every fence there was. The name of a worktree ends with the one of its runner. */
  readonly fences: readonly number[];
  readonly runner: Runner | undefined;
  readonly session: Session;
  readonly stage: Stage | undefined;
  /** Engineer turns that have ended, over all phases. */
  readonly turns: number;
  readonly transcript: Appended<Entry>;
  /** Length of the transcript when a model was last asked. No model has read what came later. */
  readonly heard: number;
  /** Seq of the newest request to each member's model. */
  readonly heardBy: Readonly<Record<SeatId, number>>;
  /** The last thing a person said with --now, and to whom. */
  readonly interruption: { readonly seq: number; readonly to?: readonly SeatId[] } | undefined;
  readonly ledger: Appended<Decision>;
  /** Points that were put off. */
  readonly deferred: Appended<Deferred>;
  /** How often each phase has been entered. */
  readonly visits: Readonly<Partial<Record<Phase, number>>>;
  /** What the coach said where it closed each phase, the last time. */
  readonly closings: Readonly<Partial<Record<Phase, string>>>;
  /** The newest version of each kind, whatever became of it. */
  readonly artifacts: Artifacts;
  /** The newest version of each kind that was accepted: what later phases stand on. */
  readonly accepted: Artifacts;
  readonly threads: readonly Thread[];
  readonly tasks: Readonly<Record<TaskId, Task>>;
  /** For tasks that were replanned or removed: the newest attempt, and its last commit. */
  readonly past: Readonly<Record<TaskId, { readonly attempt: number; readonly commit: string | undefined }>>;
  /** Set while engineers are asked which tasks they would take. */
  readonly volunteering: { readonly seq: number; readonly asked: readonly SeatId[] } | undefined;
  /** Questions without an answer, to a person or a member. The other waits are derived by `decide`. */
  readonly questions: Readonly<Record<QuestionId, Question>>;
  /** What needs a person's yes, until it is used or refused. */
  readonly approvals: Readonly<Record<ApprovalId, Approval>>;
  /** Started and not settled, or settled while their step is still open. */
  readonly effects: Readonly<Record<EffectId, Effect>>;
  readonly failures: Readonly<Record<StepKey, Failures>>;
  /** Head of the integration branch according to the log; the base before the first landing. */
  readonly integration: string;
  readonly money: Totals;
  /** What the session, each task and each seat have spent and reserved. */
  readonly accounts: Readonly<Record<AccountKey, Account>>;
  /** Attempts under way. An attempt and its money outlive its thread. */
  readonly attempts: readonly Attempt[];
  /** What a person has granted on top of the caps. */
  readonly grants: Readonly<Record<AccountKey, Cap>>;
  /** How often each provider failed to answer, over all threads, since it last did or a person stepped in. */
  readonly silences: Readonly<Record<string, number>>;
  /** How often all who ask a provider that is away, or a model that is too slow, rested, and until when. */
  readonly rests: Readonly<Record<string, { readonly count: number; readonly until: Instant }>>;
  /** How fast each model was, by its name. */
  readonly speeds: Readonly<Record<string, Speed>>;
}

export const emptyState: State = {
  head: 0,
  headAt: "",
  fence: 0,
  fences: [],
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
  closings: {},
  artifacts: {},
  accepted: {},
  threads: [],
  tasks: {},
  past: {},
  volunteering: undefined,
  questions: {},
  approvals: {},
  effects: {},
  failures: {},
  integration: "",
  money: { asked: 0, replied: 0, bytes: 0, input: 0, output: 0 },
  accounts: {},
  attempts: [],
  grants: {},
  silences: {},
  rests: {},
  speeds: {},
};
