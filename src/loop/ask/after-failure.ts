import type { Draft } from "../../core/facts/fact.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { ModelFailure } from "../../core/facts/loop-schema.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import { isLongWait } from "../../core/state/long-wait.ts";
import type { State } from "../../core/state/state.ts";
import { restScope } from "../../core/state/thread.ts";
import { loopOf } from "../../core/state/threads.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { believedUsage, billOf } from "../../core/terms/money.ts";
import { providerOf } from "../../core/terms/policy.ts";
import { toArray } from "../../core/text/appended.ts";
import type { LoopRun } from "../loop-run.ts";
import type { OpenAsk } from "./after-reply.ts";
import { backOffMs, mostFailures, mostSilences, restMs } from "./back-off.ts";
import { pausedForProvider } from "./held-back.ts";
import { windowLearned } from "./no-room.ts";

/** What may pass by itself. */
const isAway: ReadonlySet<ModelFailure> = new Set(["rate", "overload", "unreachable", "cut", "timeout"]);

type Failed = Extract<ModelReply, { kind: "failed" }>;

/** After this many time-outs of one ask, it rests: another attempt at once would most likely take as long. */
const mostTimeouts = 2;

/**
 * An attempt without a reply, as facts: what it used, where known, and when to try again. Without a time, it is not tried
 * again. A wait of more than ten minutes, or for a model that stays too slow, is one for the inbox; so is every rest, if a
 * person is there to end it.
 */
export function afterFailure<T>(
  run: LoopRun<T>,
  failed: Failed,
  asked: OpenAsk,
  at: State,
): readonly [Draft, ...Draft[]] {
  const { failure, text } = failed;
  const next = nextTry(run, failed, asked, at);
  const { retryAt, rests, isSlow } = next;
  const first = failedFact(run, failed, asked, next);
  const learned = windowLearned(at, failed, asked.model);
  // It came too late to matter: nobody waits for the next try.
  if (!run.context.wanted(at)) return [first, ...learned];
  const isLong =
    retryAt !== undefined &&
    (isLongWait(retryAt, run.context.clock.now()) || (rests === true && !isAlone(run)));
  const paused = { loop: run.loop, model: asked.model, failure, why: text };
  return [
    first,
    ...learned,
    ...(isSlow ? [pausedForProvider({ ...paused, scope: asked.model })] : []),
    ...(isLong
      ? [pausedForProvider({ ...paused, scope: restScope(failure, asked.model), until: retryAt })]
      : []),
  ];
}

interface NextTry {
  /** Left out: it is not tried again by itself. */
  readonly retryAt?: Instant;
  /** It has failed as often as may be, and rests. */
  readonly rests?: true;
  /** It timed out and has rested long enough, so a person decides. */
  readonly isSlow: boolean;
}

function nextTry<T>(run: LoopRun<T>, failed: Failed, asked: OpenAsk, at: State): NextTry {
  const { clock, random } = run.context;
  const { failure, retryAfterMs } = failed;
  if (failure === "refused" || failure === "stopped") return { isSlow: false };
  const loop = loopOf(at, run.loop);
  const last = loop && toArray(loop.asks).at(-1);
  const failures = (last?.failures ?? 0) + 1;
  const provider = providerOf(asked.model);
  const silences = (at.silences[provider] ?? 0) + 1;
  const isSlow = failure === "timeout" && (last?.timeouts ?? 0) + 1 >= mostTimeouts;
  if (isSlow || failures >= mostFailures || silences >= mostSilences) {
    const rested = at.rests[restScope(failure, asked.model)];
    const until = isAway.has(failure) ? restUntil(run, rested, retryAfterMs) : undefined;
    return until === undefined ? { isSlow } : { retryAt: until, rests: true, isSlow: false };
  }
  const waitMs = backOffMs(failures, retryAfterMs, random());
  return { retryAt: later(clock.now(), waitMs), isSlow: false };
}

/** All who ask a provider that is away rest together. Undefined: they have rested long enough, and a person decides. */
function restUntil<T>(
  run: LoopRun<T>,
  rested: State["rests"][string] | undefined,
  retryAfterMs = 0,
): Instant | undefined {
  const now = run.context.clock.now();
  if (rested && rested.until > now) return rested.until;
  const ms = restMs(rested?.count ?? 0, run.context.patienceMs ?? 0);
  return ms === undefined ? undefined : later(now, Math.max(ms, retryAfterMs));
}

/** Nobody is there to be asked. */
function isAlone<T>({ context }: LoopRun<T>): boolean {
  return context.waitMs !== undefined;
}

function later(now: Instant, ms: number): Instant {
  return new Date(Date.parse(now) + ms).toISOString();
}

function failedFact<T>(run: LoopRun<T>, failed: Failed, asked: OpenAsk, { retryAt, rests }: NextTry): Draft {
  const usage = believedUsage(failed.usage);
  const known = usage && run.context.price(asked.model);
  return byHarness({
    type: "model.failed",
    asked: asked.asked,
    loop: run.loop,
    ask: asked.ask,
    failure: failed.failure,
    text: failed.text,
    ...(retryAt !== undefined && { retryAt }),
    ...(rests && { rests }),
    ...(usage && { usage }),
    ...(usage && known && billOf(usage, known)),
    ...(failed.unspent && { unspent: true }),
    ...(failed.tooLong && { tooLong: failed.tooLong }),
  });
}
