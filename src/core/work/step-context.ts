import type { Step } from "../decide/step.ts";
import type { Blobs } from "../ports/blobs.ts";
import type { Clock, Hash } from "../ports/clock.ts";
import type { Journal } from "../ports/journal.ts";
import type { Model } from "../ports/model.ts";
import type { Prompts } from "../ports/prompts.ts";
import type { Signal } from "../ports/signal.ts";
import type { Workspace } from "../ports/workspace.ts";
import type { Charter } from "../prompt/charter.ts";
import type { TalkMemory } from "../prompt/talk-memory.ts";
import type { State } from "../state/state.ts";
import type { Blob, Instant } from "../terms/ids.ts";
import type { Price } from "../terms/money.ts";
import type { Redaction } from "../text/redaction.ts";

/** Everything that a step may touch while it is performed. Its journal and workspace already carry the step's key. */
export interface StepContext<S extends Step = Step> {
  readonly step: S;
  readonly journal: Journal;
  readonly blobs: Blobs;
  /** The charter of this name, read once per run. Undefined if there is none. */
  charter(blob: Blob): Promise<Charter | undefined>;
  /** What this run remembers of the talk between requests. */
  readonly talk: TalkMemory;
  readonly workspace: Workspace;
  readonly model: Model;
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly hash: Hash;
  /** Takes keys out of everything that comes from outside. */
  readonly redaction: Redaction;
  readonly signal: AbortSignal;
  /** How long a person is waited for who is not there. Left out: one is there. */
  readonly waitMs?: number;
  /** How long a provider that is away is asked again, once the attempts of a request are used up. Left out: not at all. */
  readonly patienceMs?: number;
  /** The price of a model, if it is known. */
  price(model: string): Price | undefined;
  /** From 0 to 1, so that requests rejected together are not all retried at the same moment. */
  random(): number;
  emit(signal: Signal): void;
  /** Whether the step is still wanted in this state. Intents ask `mayBegin`; a result is always recorded. */
  wanted(at: State): boolean;
}

/** Whether an intent may still be recorded: its step is wanted, and this runner was not told to abort it. */
export function mayBegin(context: StepContext, at: State): boolean {
  return !context.signal.aborted && context.wanted(at);
}

/** When something that needs a person is refused, because none is there. Undefined: one is. */
export function dueAfter({ waitMs, clock }: StepContext): Instant | undefined {
  return waitMs === undefined ? undefined : new Date(Date.parse(clock.now()) + waitMs).toISOString();
}

/** Ends a step quietly: its next intent is no longer wanted, or a later runner has started. */
export class NoLongerWanted extends Error {
  override readonly name = "NoLongerWanted";
}
