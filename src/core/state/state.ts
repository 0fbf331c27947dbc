import type {
  Change,
  Escalation,
  EventOf,
  ModelFailure,
  OutcomeKind,
  Refused,
  Size,
} from "../facts/events.ts";
import type { Actor } from "../facts/fact.ts";
import type { Approach, Brief, Findings, PlannedTask, Scope, TaskPlan } from "../terms/artifacts.ts";
import type {
  ArtifactId,
  Blob,
  CallId,
  DecisionId,
  EffectId,
  Instant,
  LoopId,
  QuestionId,
  SeatId,
  StepKey,
  TaskId,
  ThreadId,
} from "../terms/ids.ts";
import type { ArtifactKind, Phase } from "../terms/phase.ts";
import type { Cap, Policy, Seat } from "../terms/policy.ts";
import type { TaskState } from "../terms/task-machine.ts";
import { type Appended, appended } from "../text/appended.ts";

/** Everything the log says, as plain data. Growing lists are Appended; records hold open things only. */
export interface State {
  readonly head: number;
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
  readonly artifacts: Readonly<Partial<Record<ArtifactKind, ArtifactState>>>;
  readonly threads: readonly Thread[];
  readonly tasks: Readonly<Record<TaskId, Task>>;
  /** Of tasks that were planned anew or away: the newest try, and where it left the branch. */
  readonly past: Readonly<Record<TaskId, { readonly attempt: number; readonly commit: string | undefined }>>;
  /** Set while engineers are asked which tasks they would take. */
  readonly call: { readonly seq: number; readonly asked: readonly SeatId[] } | undefined;
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

export interface Runner {
  readonly seq: number;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly mode: EventOf<"runner.started">["mode"];
  readonly until?: Phase;
  /** Total of engineer turns at which this runner ends, from --max-turns. */
  readonly turnLimit?: number;
  readonly stopped?: string;
}

export interface Session {
  /** Seq of session.opened; 0 before it. */
  readonly opened: number;
  readonly openedAt: Instant;
  readonly kind: EventOf<"session.opened">["kind"];
  readonly title: string;
  readonly brief: string;
  readonly seats: readonly Seat[];
  readonly policy: Policy;
  readonly repo: { readonly base: string; readonly branch: string };
  /** The grooming that its brief comes from. */
  readonly from?: string;
  /** Iterations that were started from it. */
  readonly promoted?: readonly string[];
  /** Seq of the last session.promoted. */
  readonly promotedAt?: number;
  readonly size?: {
    readonly seq: number;
    readonly size: Size;
    readonly tasks: number;
    readonly why: string;
    readonly settled?: "talk" | "do";
  };
  readonly shipping?: {
    readonly seq: number;
    readonly onto: string;
    readonly how: "branch" | "fast-forward";
  };
  readonly shipped?: { readonly seq: number; readonly onto: string; readonly commit: string };
  readonly ending?: { readonly seq: number; readonly how: "finished" | "abandoned"; readonly why: string };
}

export interface Stage {
  readonly phase: Phase;
  readonly visit: number;
  readonly since: number;
  readonly charter: Blob;
  readonly kickoff: string;
  /** Engineer turns that have ended in this visit. */
  readonly turns: number;
  /** Rounds after which the coach has spoken. */
  readonly coached: number;
  /** Seq of the last fact that made the next turn runnable. */
  readonly turnedAt: number;
  /** Seq of phase.signalled, while it holds. */
  readonly signalled?: number;
  /** Turns after which the artifact is asked for even without a signal. */
  readonly limit: number;
  /** Versions of the artifact handed in during this visit. */
  readonly versions: number;
  /** Where this visit begins in the transcript. */
  readonly from: number;
  /** Whom the others wait for, since that member's last turn. */
  readonly mentions: Readonly<Record<SeatId, readonly Mention[]>>;
  /** Who passed since the coach last spoke. */
  readonly passes: readonly Pass[];
  /** Turns in a row that were passed. */
  readonly silent: number;
  /** The round in which something was last decided, put off, asked or handed in. */
  readonly settledIn: number;
  /** Turns of the coach and of the architect in this visit. */
  readonly coachTurns: number;
  readonly architectTurns: number;
  /** How often volunteers were called for in this visit. */
  readonly calls: number;
  /** The coach has looked at how large the work is. */
  readonly sized: boolean;
  /** Seq of phase.skipped. */
  readonly skipped?: number;
  readonly requested?: { readonly seq: number; readonly phase: Phase };
}

/** Who waits for a member, and the words. */
export interface Mention {
  readonly seq: number;
  readonly from: Actor;
  readonly text: string;
}

export interface Pass {
  readonly seat: SeatId;
  readonly reason: string;
}

export interface Entry {
  readonly seq: number;
  readonly at: Instant;
  readonly actor: Actor;
  readonly text: string;
  readonly to?: readonly SeatId[];
  /** Citations of file and line that did not exist. */
  readonly missing?: readonly string[];
  /** Set when these words answer a question: the loop that asked has them as its call's result. */
  readonly answers?: LoopId;
  /** Length in characters, for the cut. */
  readonly size: number;
}

export interface Decision {
  readonly id: DecisionId;
  readonly seq: number;
  readonly topic: string;
  readonly decision: string;
  readonly reason: string;
  readonly proposed: string;
  readonly agreed: readonly string[];
  readonly dissents: readonly string[];
  /** The decision that this one takes the place of. */
  readonly amends?: DecisionId;
}

export interface Deferred {
  readonly seq: number;
  readonly by: Actor;
  readonly topic: string;
  readonly why: string;
}

export interface ArtifactState<Body = Scope | TaskPlan | Approach | Findings | Brief> {
  readonly id: ArtifactId;
  readonly seq: number;
  readonly kind: ArtifactKind;
  readonly phase: Phase;
  readonly visit: number;
  readonly version: number;
  readonly body: Body;
  readonly settled?: {
    readonly seq: number;
    readonly verdict: "accepted" | "returned";
    readonly reasons: readonly string[];
  };
}

export type Purpose =
  | "turn"
  | "architect"
  | "coach"
  | "sizing"
  | "volunteer"
  | "artifact"
  | "coding"
  | "review";

/** A conversation with a model: one discussion turn, one task attempt's coding, one review. */
export interface Thread {
  readonly name: ThreadId;
  readonly seat: SeatId;
  readonly purpose: Purpose;
  readonly task?: TaskId;
  readonly round?: number;
  /** Turns left in the phase when this one began. */
  readonly left?: number;
  /** Who waited for this member when the turn began. */
  readonly mentions?: readonly Mention[];
  /** For the coach: who passed since it last spoke. */
  readonly passes?: readonly Pass[];
  /** For the coach: rounds in which nothing was settled, once there are too many. */
  readonly stalled?: number;
  readonly charter: Blob;
  readonly openedAt: number;
  /** For a task: where the talk that it begins with begins. The team may have gone back and come again since. */
  readonly talkFrom?: number;
  /** Where this thread's own view of the transcript ends: what came before is its beginning. */
  readonly from: number;
  readonly loops: readonly Loop[];
  /** Asks over all loops of the thread; the number of the newest. */
  readonly asked: number;
}

/** One run in a thread, with its own limit. */
export interface Loop {
  readonly id: LoopId;
  readonly seq: number;
  readonly terminal: string;
  /** Names of what this speaker may use beside the terminal; left out: all that the charter offers. */
  readonly tools?: readonly string[];
  readonly limit: number;
  readonly escalate?: Escalation;
  /** One reply is expected; two nudges are all it gets. */
  readonly single?: boolean;
  /** A plain reply ends it as text. Otherwise it is nudged. */
  readonly textEnds: boolean;
  readonly opening?: string;
  readonly asks: Appended<Ask>;
  readonly paused?: Paused;
  /** Seq of the grant that let it go on. */
  readonly resumedAt?: number;
  readonly closed?: OutcomeKind;
}

export type Paused =
  | { readonly on: "question"; readonly seq: number; readonly call: CallId; readonly request: PauseRequest }
  | {
      readonly on: "budget";
      readonly seq: number;
      readonly scope: AccountKey;
      readonly unit?: "money" | "tokens";
      readonly why: string;
    };

/** What a paused call wants to know from a person. */
export interface PauseRequest {
  readonly text: string;
  readonly options: readonly string[];
}

/** One request and its reply. `ask` counts within the thread. */
export interface Ask {
  readonly ask: number;
  readonly attempts: number;
  readonly askedAt: number;
  /** Attempts that failed; those that were lost or stopped do not count. */
  readonly failures?: number;
  readonly failed?: { readonly failure: ModelFailure; readonly text: string; readonly retryAt?: Instant };
  readonly reply?: Reply;
  readonly nudges?: readonly { readonly why: EventOf<"loop.nudged">["why"]; readonly text: string }[];
}

export interface Reply {
  readonly seq: number;
  readonly text: string;
  readonly calls: readonly Call[];
  readonly finish: EventOf<"model.replied">["finish"];
  readonly opaque?: unknown;
}

export interface Call {
  readonly id: CallId;
  readonly tool: string;
  readonly input: unknown;
  readonly changes?: readonly Change[];
  readonly settled?: { readonly failed: boolean; readonly text: string; readonly refused?: Refused };
}

export interface Task {
  readonly id: TaskId;
  readonly order: number;
  readonly plan: PlannedTask;
  readonly plannedAt: number;
  readonly owner: SeatId | undefined;
  readonly assignedAt: number;
  /** Who would take it, and why. */
  readonly volunteers: readonly { readonly seat: SeatId; readonly why: string }[];
  readonly state: TaskState;
  readonly attempt: number;
  /** Seq and words of the move into the present state. */
  readonly movedAt: number;
  readonly why: string;
  readonly worktree: string | undefined;
  /** Parents of the task's next commit: the integration head it stands on, and its own last commit. */
  readonly base: string | undefined;
  readonly commit: string | undefined;
  readonly reviews: number;
  /** Seq of the newest checks on the task's own commit, and of those on its landing. */
  readonly checkedAt: number | undefined;
  readonly landed: { readonly commit: string; readonly was: string; readonly checks: number } | undefined;
}

export interface Question {
  readonly id: QuestionId;
  readonly seq: number;
  readonly from: SeatId;
  readonly text: string;
  readonly options: readonly string[];
  readonly thread: ThreadId;
  readonly loop: LoopId;
  readonly call: CallId;
}

export interface Effect {
  readonly id: EffectId;
  readonly seq: number;
  readonly at: Instant;
  readonly kind: EventOf<"effect.started">["kind"];
  readonly step: StepKey;
  readonly task?: TaskId;
  readonly input: EventOf<"effect.started">["input"];
  readonly settled?: {
    readonly failed: boolean;
    readonly text: string;
    readonly commit?: string;
    readonly path?: string;
  };
}

/** How a step's failing stands: waiting for its next try, waiting for a person, or sent on by one. */
export interface Failures {
  readonly kind: "backing-off" | "stuck" | "retried";
  readonly count: number;
  /** Seq of the fact that made it so. */
  readonly seq: number;
  readonly error: string;
  /** Code of the Fault it was, if it was one. */
  readonly code?: string;
  readonly retryAt?: Instant;
}

/** `session`, `task:t3`, `seat:ada`. */
export type AccountKey = string;

export interface Amount {
  readonly tokens: number;
  /** Millionths of a dollar, of what has a price. */
  readonly micros: number;
}

export interface Account {
  readonly spent: Amount;
  /** The worst that attempts under way can cost. */
  readonly reserved: Amount;
  /** Attempts whose end nobody saw, counted at the worst they can have cost. */
  readonly unconfirmed: Amount;
}

export interface Attempt {
  /** Seq of its model.asked. */
  readonly asked: number;
  readonly loop: LoopId;
  readonly accounts: readonly AccountKey[];
  readonly reserved: Amount;
}

export interface Totals {
  readonly asked: number;
  readonly replied: number;
  readonly bytes: number;
  readonly input: number;
  readonly output: number;
}

export const emptyState: State = {
  head: 0,
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
  call: undefined,
  questions: {},
  effects: {},
  failures: {},
  integration: "",
  money: { asked: 0, replied: 0, bytes: 0, input: 0, output: 0 },
  accounts: {},
  attempts: [],
  grants: {},
};
