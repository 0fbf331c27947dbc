import type { EventOf } from "../facts/events.ts";
import type { Escalation, ModelFailure, OutcomeKind, Urgency } from "../facts/loop-schema.ts";
import type { ApprovalId, Blob, CallId, Instant, LoopId, SeatId, TaskId, ThreadId } from "../terms/ids.ts";
import { providerOf } from "../terms/policy.ts";
import type { Appended } from "../text/appended.ts";
import type { Call } from "./call.ts";
import type { AccountKey } from "./money.ts";
import type { Mention, Pass } from "./stage.ts";

export type Purpose =
  | "turn"
  | "architect"
  | "coach"
  | "sizing"
  | "volunteer"
  | "artifact"
  | "planning"
  | "coding"
  | "review"
  | "answer"
  | "budget"
  | "rewrite"
  | "split";

/** A conversation with a model: one discussion turn, one task attempt's coding, one review, one answer. */
export interface Thread {
  readonly name: ThreadId;
  readonly seat: SeatId;
  readonly purpose: Purpose;
  readonly task?: TaskId;
  readonly round?: number;
  /** Turns left in the phase when this one began. */
  readonly left?: number;
  /** Who waited for this member when the turn started. */
  readonly mentions?: readonly Mention[];
  /** For the coach: who passed since it last spoke. */
  readonly passes?: readonly Pass[];
  /** For the coach: the number of rounds that settled nothing, once there are too many. */
  readonly stalled?: number;
  readonly charter: Blob;
  readonly openedAt: number;
  /** For a task: where the talk that opens the thread starts. The team may have left the phase and come back since. */
  readonly talkFrom?: number;
  /** Where this thread's own view of the transcript ends. What came before opens the thread. */
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
  /** Names of the tools that this speaker may use besides the terminal; left out: all that the charter offers. */
  readonly tools?: readonly string[];
  readonly limit: number;
  readonly escalate?: Escalation;
  /** A plain reply ends the loop as text. Otherwise the loop nudges the model. */
  readonly textEnds: boolean;
  readonly opening?: string;
  readonly asks: Appended<Ask>;
  readonly paused?: Paused | undefined;
  /** Seq of the answer or grant that resumed it. */
  readonly resumedAt?: number;
  /** A person wants its provider asked at once, whatever that said or did before. */
  readonly isHurried?: boolean;
  readonly closed?: OutcomeKind;
}

export type Paused =
  | { readonly on: "question"; readonly seq: number; readonly call: CallId; readonly request: PauseRequest }
  | { readonly on: "approval"; readonly seq: number; readonly call: CallId; readonly approval: ApprovalId }
  | {
      readonly on: "budget";
      readonly seq: number;
      readonly scope: AccountKey;
      readonly unit?: "money" | "tokens";
      readonly why: string;
    }
  | {
      readonly on: "window";
      readonly seq: number;
      readonly model: string;
      /** Tokens that the next request and its reply need. */
      readonly needs: number;
      /** Tokens that there are. Left out: unknown; the provider said only that it was too long. */
      readonly window?: number;
      readonly why: string;
    }
  | {
      readonly on: "provider";
      readonly seq: number;
      /** When it was recorded. */
      readonly at: Instant;
      /** A provider, or one model of it. */
      readonly scope: string;
      readonly model: string;
      /** When it is asked again by itself. Left out: a person decides. */
      readonly until?: Instant;
      readonly failure: ModelFailure;
      readonly why: string;
    };

/** What a paused call asks a person or another member. */
export interface PauseRequest {
  readonly text: string;
  readonly options: readonly string[];
  readonly context?: string;
  readonly urgency?: Urgency;
}

/** One request and its reply. `ask` counts within the thread. */
export interface Ask {
  readonly ask: number;
  readonly attempts: number;
  readonly askedAt: number;
  /** The model that the newest attempt asked. */
  readonly model: string;
  /** The size of the newest attempt's request. */
  readonly bytes: number;
  /** Failed attempts; lost or stopped ones do not count. */
  readonly failures?: number;
  /** Those among them in which a time limit was over. */
  readonly timeouts?: number;
  readonly failed:
    | {
        readonly failure: ModelFailure;
        readonly text: string;
        readonly retryAt?: Instant;
        readonly tooLong?: true;
        /** It is made again although it failed as often as may be. */
        readonly rests?: true;
      }
    | undefined;
  readonly reply: Reply | undefined;
  readonly nudges?: readonly { readonly why: EventOf<"loop.nudged">["why"]; readonly text: string }[];
}

export interface Reply {
  readonly seq: number;
  readonly text: string;
  readonly calls: readonly Call[];
  readonly finish: EventOf<"model.replied">["finish"];
  readonly opaque?: unknown;
}

/** Who rests: all who ask the provider, or, where a model is too slow, those who ask that model. */
export function restScope(failure: ModelFailure, model: string): string {
  return failure === "timeout" ? model : providerOf(model);
}

/** Whether an attempt that failed in this way got no answer. A refusal is one, and what we stopped says nothing. */
export function isSilence(failure: ModelFailure): boolean {
  return failure !== "refused" && failure !== "stopped";
}
