import { decide, isWanted } from "../../core/decide/decide.ts";
import type { Ending, Step } from "../../core/decide/step.ts";
import { Fault } from "../../core/fault.ts";
import type { Blobs } from "../../core/ports/blobs.ts";
import type { Clock, Hash } from "../../core/ports/clock.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { Model } from "../../core/ports/model.ts";
import type { Prompts } from "../../core/ports/prompts.ts";
import type { Signal } from "../../core/ports/signal.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { TalkMemory } from "../../core/prompt/talk-memory.ts";
import { msUntil } from "../../core/state/long-wait.ts";
import type { State } from "../../core/state/state.ts";
import type { StepKey } from "../../core/terms/ids.ts";
import type { Price } from "../../core/terms/money.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { tooSilentWords } from "../../core/work/silence.ts";
import { NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { workspaceWithin } from "../../core/work/workspace-within.ts";
import { alonePatienceMs, patienceOf } from "./patience.ts";
import { perform } from "./perform.ts";
import { rememberCharters } from "./remember-charters.ts";
import { failureOf } from "./step-failure.ts";
import { StepWatch } from "./step-watch.ts";

export interface SessionRun {
  readonly session: string;
  /** Already fenced: its facts carry this runner's fence. */
  readonly journal: Journal;
  readonly fence: number;
  readonly blobs: Blobs;
  readonly workspace: Workspace;
  readonly model: Model;
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly hash: Hash;
  readonly redaction: Redaction;
  price(model: string): Price | undefined;
  random(): number;
  readonly signal: AbortSignal;
  /** Keep running while only a person can go on, because one is there to ask. */
  readonly linger: boolean;
  /** How long a person is waited for who is not there. Left out: one is there. */
  readonly waitMs?: number;
  /** Only these steps, as long as one of them is wanted. Left out: all. */
  only?(step: Step, at: State): boolean;
  emit(signal: Signal): void;
  /** Has `hear` told again and again how much time has passed for this process. Left out: silent steps are not ended. */
  onPulse?(hear: (passedMs: number) => void): void;
}

export type RunEnding =
  | Ending
  | { readonly kind: "stopped"; readonly why: string }
  | { readonly kind: "fenced"; readonly why: string };

/** A run with its memory of what never changes, so that a turn need not read it again. */
type Run = SessionRun & Pick<StepContext, "charter" | "talk">;

interface Running {
  readonly step: Step;
  readonly stop: AbortController;
  readonly watch: StepWatch;
}

/**
 * The whole runner. After every append, and whenever a step settles, it asks which steps are wanted, aborts those that
 * no longer are, and starts the new ones whose claims are free. It keeps no state but the log and the steps in flight.
 * A step that nothing is heard of any more is aborted in the same way, fails, and is tried again.
 */
export async function runSession(given: SessionRun): Promise<RunEnding> {
  const run: Run = { ...given, charter: rememberCharters(given.blobs), talk: new TalkMemory() };
  const running = new Map<StepKey, Running>();
  const bell = new Bell();
  let fatal: { readonly error: unknown } | undefined;
  run.onPulse?.((passedMs) => {
    for (const { watch } of running.values()) watch.passed(passedMs);
  });
  for (;;) {
    const state = run.journal.state();
    const wanted = decide(state, run.clock.now());
    const over = fatal || run.signal.aborted || state.fence > run.fence;
    const steps = over ? [] : wanted.steps.filter((step) => !run.only || run.only(step, state));
    for (const [key, work] of running) if (!steps.some((step) => step.key === key)) work.stop.abort();
    for (const step of steps) if (!running.has(step.key) && !claimed(running, step)) start(step);
    if (running.size === 0) {
      if (fatal) throw fatal.error;
      if (state.fence > run.fence) return { kind: "fenced", why: "another runner has taken over" };
      if (run.signal.aborted) return { kind: "stopped", why: "stopped by you" };
      if (run.only && steps.length === 0) return { kind: "reached", why: "what was asked for is done" };
      if (wanted.ending && !staysFor(run, wanted.ending)) return wanted.ending;
    }
    // Once the session is over, wait only for the steps that still run.
    await (over ? bell.rung() : change(run, bell, state.head, wanted.wakeAt)).catch((error: unknown) => {
      fatal ??= { error };
    });
  }

  function start(step: Step): void {
    const work = { step, stop: new AbortController(), watch: new StepWatch(run.clock) };
    running.set(step.key, work);
    work.watch.ended.addEventListener("abort", () => work.stop.abort(tooSilent), { once: true });
    void settle(run, work)
      .catch((error: unknown) => {
        fatal ??= { error };
      })
      // An aborted key stays in `running` until here, so that its successor cannot take its worktree early.
      .finally(() => {
        running.delete(step.key);
        bell.ring();
      });
  }
}

/** A person who is there can answer or raise the budget. Without one, only what ends by itself is waited for. */
function staysFor({ linger, clock }: SessionRun, ending: Ending): boolean {
  if (ending.kind !== "waiting") return linger && ending.kind === "over-budget";
  const { endsBy } = ending;
  return linger || (endsBy !== undefined && msUntil(endsBy, clock.now()) <= alonePatienceMs);
}

function claimed(running: ReadonlyMap<StepKey, Running>, step: Step): boolean {
  return [...running.values()].some((work) => work.step.claims.some((claim) => step.claims.includes(claim)));
}

/**
 * Performs a step. A failure ends the step and becomes a fact. So does an end that left the step wanted, or it would
 * start again at once, and silence. Only a log that cannot be written ends the runner.
 */
async function settle(run: Run, { step, stop: { signal }, watch }: Running): Promise<void> {
  const journal = watch.hearing(run.journal.as(step.key));
  const emit = (said: Signal) => {
    watch.signalled(said);
    run.emit(said);
  };
  const context: StepContext = {
    ...run,
    step,
    journal,
    workspace: workspaceOf({ ...run, emit }, step, watch.ended),
    emit,
    signal,
    patienceMs: patienceOf(run.waitMs),
    wanted: (at) => isWanted(at, step.key, run.clock.now()),
  };
  const error = await perform(context, run.session).then(
    () => nothing,
    (thrown: unknown) => (thrown instanceof NoLongerWanted ? nothing : thrown),
  );
  if (error instanceof Fault && error.code === "log.unwritable") throw error;
  if (signal.aborted && signal.reason !== tooSilent) return;
  const failed = signal.aborted ? tooSilent : error;
  await journal.append((at) =>
    context.wanted(at) ? [failureOf(at, step.key, failed, run.clock.now(), run.redaction)] : undefined,
  );
}

/** Tells what the step runs, and keeps to the folder that the session works in. */
function workspaceOf({ workspace, journal, emit }: Run, step: Step, ended: AbortSignal): Workspace {
  const task = "task" in step ? { task: step.task } : {};
  const telling = workspace.telling(
    (printed) => emit({ type: "run.printed", step: step.key, ...task, ...printed }),
    ended,
  );
  return workspaceWithin(telling, journal.state().session.policy.write?.within);
}

const nothing = new Error("the step ended without a result");
const tooSilent = new Error(tooSilentWords);

/** A clock may be set forward, and a machine may sleep, while a run waits for a time. So it looks now and then. */
const lookMs = 60_000;

/** Waits until there is something to look at: a fact, a settled step, a due time, or a stop. */
async function change(run: SessionRun, bell: Bell, head: number, wakeAt: string | undefined): Promise<void> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  run.signal.addEventListener("abort", stop, { once: true });
  const due =
    wakeAt === undefined
      ? []
      : [run.clock.sleep(Math.min(lookMs, Math.max(0, msUntil(wakeAt, run.clock.now()))), enough.signal)];
  await Promise.race([run.journal.moved(head, enough.signal), bell.rung(), ...due]);
  run.signal.removeEventListener("abort", stop);
  // An explicit reason: without one, every abort builds an error with a stack.
  enough.abort("seen");
}

/** Wakes the waiter. A ring while nothing waits is kept for the next wait. */
class Bell {
  #waiting: (() => void) | undefined;
  #kept = false;

  ring(): void {
    if (this.#waiting) this.#waiting();
    else this.#kept = true;
    this.#waiting = undefined;
  }

  rung(): Promise<void> {
    if (this.#kept) {
      this.#kept = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}
