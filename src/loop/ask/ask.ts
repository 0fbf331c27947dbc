import { byHarness, refusal } from "../../core/facts/fact.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import { lackOf } from "../../core/prompt/fit/bound.ts";
import { measureRequest } from "../../core/prompt/fit/measure-request.ts";
import { rendererVersion, renderRequest } from "../../core/prompt/render-request.ts";
import { accountsOf } from "../../core/rules/accounts.ts";
import { type OverBudget, overBudget } from "../../core/rules/budget.ts";
import { isLongWait, msUntil } from "../../core/state/long-wait.ts";
import type { State } from "../../core/state/state.ts";
import type { Ask, Thread } from "../../core/state/thread.ts";
import { asksAnswered, asksOf, loopOf, threadOfLoop } from "../../core/state/threads.ts";
import type { Instant, LoopId } from "../../core/terms/ids.ts";
import { providerOf } from "../../core/terms/policy.ts";
import { mayBegin, NoLongerWanted } from "../../core/work/step-context.ts";
import type { Reached } from "../calls/resolve-open-calls.ts";
import { goOn } from "../calls/settle-call.ts";
import { interrupted } from "../interrupted.ts";
import type { LoopRun } from "../loop-run.ts";
import type { Outcome } from "../outcome.ts";
import { stoppedOr } from "../stopped.ts";
import { afterFailure } from "./after-failure.ts";
import { afterReply, lateReply, type OpenAsk } from "./after-reply.ts";
import { heardSignals } from "./heard-signals.ts";
import { heldAlike, heldBy, pausedForProvider } from "./held-back.ts";
import { lackWords, pausedForRoom } from "./no-room.ts";
import { takenReply } from "./taken-reply.ts";

/** One request and its reply. The reply and all that follows from it without effects stand in one append. */
export async function ask<T>(run: LoopRun<T>, notBefore?: Instant): Promise<Outcome<T> | undefined> {
  const { journal } = run.context;
  const resting = notBefore === undefined ? undefined : await waitUntil(run, notBefore);
  if (resting) return resting;
  const asking = await begin(run);
  if ("kind" in asking) return asking;
  const { by } = asking;
  const reply = await attempt(run, asking);
  let reached: Reached<T> = { kind: "settled" };
  let late = false;
  const recorded = await journal.append((at, first) => {
    if (reply.kind === "failed") return afterFailure(run, reply, by, at);
    late = !run.context.wanted(at);
    if (late) return lateReply(run, reply, by, first);
    const after = afterReply(run, reply, by, at, first);
    reached = after.reached;
    return after.drafts;
  });
  if (late || recorded.kind !== "done") throw new NoLongerWanted();
  if (reply.kind === "failed") return restingNow(run);
  await tellSoftLimit(run);
  return goOn(run, reached);
}

/** A wait that another process began ends when that one would have ended it. A long one is for the inbox. */
async function waitUntil<T>(run: LoopRun<T>, until: Instant): Promise<Unasked | undefined> {
  const { clock, signal, emit } = run.context;
  const ms = msUntil(until, clock.now());
  if (ms <= 0) return undefined;
  const thread = threadOfLoop(run.context.journal.state(), run.loop);
  const { name = "", seat = "", asked = 0 } = thread ?? {};
  const last = thread && unanswered(thread);
  if (last?.failed && isLongWait(until, clock.now())) return rest(run, last, until);
  const why = last?.failed
    ? `attempt ${last.attempts} failed: ${last.failed.text}`
    : "the last attempt failed";
  emit({ type: "model.waiting", thread: name, seat, ask: asked, why, until });
  await clock.sleep(ms, signal);
  return undefined;
}

/** The time that was recorded lies so far ahead that a person is asked about it: the clock may have been set back. */
async function rest<T>(run: LoopRun<T>, { model, failed }: Ask, until: Instant): Promise<Unasked> {
  const { failure = "overload", text: why = "" } = failed ?? {};
  const scope = providerOf(model);
  const rested = await run.context.journal.append((at) =>
    mayBegin(run.context, at)
      ? [pausedForProvider({ loop: run.loop, scope, model, until, failure, why })]
      : refusal("no longer wanted"),
  );
  return rested.kind === "done" ? { kind: "over-budget", scope, why } : stoppedOr(run);
}

/** Set if the failure made the loop wait for its provider. */
function restingNow<T>(run: LoopRun<T>): Unasked | undefined {
  const paused = loopOf(run.context.journal.state(), run.loop)?.paused;
  return paused?.on === "provider"
    ? { kind: "over-budget", scope: paused.scope, why: paused.why }
    : undefined;
}

interface Asking {
  readonly request: Request;
  readonly by: OpenAsk;
  readonly how: Pick<AskedBy, "speed" | "isHurried">;
}

type Unasked = Extract<Outcome<never>, { kind: "over-budget" | "stopped" }>;

/** Records the intent to ask, with its reservation, or that there is no room or no money for it. */
async function begin<T>(run: LoopRun<T>): Promise<Asking | Unasked> {
  let asking: { request: Request; thread: Thread; how: Asking["how"] } | undefined;
  let over: Pick<OverBudget, "scope" | "why"> | undefined;
  // Rendered inside the build, so that nothing slips in between rendering and asking.
  const began = await run.context.journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    const thread = threadOfLoop(at, run.loop);
    if (!thread) return refusal("the thread is closed");
    const request = renderRequest(at, run.loop, run.charter, run.context.talk);
    asking = { request, thread, how: howToAsk(at, run.loop, request.model) };
    over = undefined;
    const loop = loopOf(at, run.loop);
    const held = loop && heldBy(at, loop, request.model, run.context.clock.now());
    if (held) {
      over = held;
      return [heldAlike(loop, request.model, held)];
    }
    const lack = loop && lackOf(at, loop, request);
    if (lack) {
      over = { scope: "window", why: lackWords(request.model, lack) };
      return [pausedForRoom(run.loop, request.model, lack)];
    }
    const asked = modelAsked(run, thread, request);
    const spent = overBudget(at, accountsOf(thread), asked.reserved);
    over = spent;
    if (!spent) return [byHarness(asked)];
    return [byHarness({ type: "loop.paused", loop: run.loop, on: "budget", ...spent })];
  });
  const fact = began.kind === "done" ? began.facts[0] : undefined;
  if (!fact || !asking) return stoppedOr(run);
  if (over) return { kind: "over-budget", scope: over.scope, why: over.why };
  const { request, thread, how } = asking;
  const { seat, name } = thread;
  return {
    request,
    how,
    by: { asked: fact.seq, ask: askNumber(thread), seat, thread: name, model: request.model },
  };
}

/** What the log knows about the model, for the one who asks it. */
function howToAsk(at: State, loop: LoopId, model: string): Asking["how"] {
  const speed = at.speeds[model];
  return { ...(speed && { speed }), ...(loopOf(at, loop)?.isHurried && { isHurried: true }) };
}

function modelAsked<T>(run: LoopRun<T>, thread: Thread, request: Request) {
  const { text, bytes, reserved } = measureRequest(request, run.context.price(request.model));
  return {
    type: "model.asked" as const,
    loop: run.loop,
    ask: askNumber(thread),
    attempt: (unanswered(thread)?.attempts ?? 0) + 1,
    model: request.model,
    renderer: rendererVersion,
    hash: run.context.hash(text),
    bytes,
    reserved,
  };
}

/** An ask without a reply is asked again under its own number. */
function askNumber(thread: Thread): number {
  return unanswered(thread)?.ask ?? thread.asked + 1;
}

function unanswered(thread: Thread): Ask | undefined {
  const last = asksOf(thread).at(-1);
  return last?.reply ? undefined : last;
}

/** A fixed abort reason: the default one is an error with a stack, made for every request. */
const answered = "answered";

/** Returns provider failures as values. */
async function attempt<T>(run: LoopRun<T>, { request, by, how }: Asking): Promise<ModelReply> {
  const { model, emit, journal, redaction } = run.context;
  const heard = heardSignals(emit, redaction);
  const over = new AbortController();
  const interruption = interrupted(journal, { seat: by.seat, since: by.asked }, over.signal);
  const signal = AbortSignal.any([run.context.signal, interruption]);
  try {
    const { thread, ask, seat } = by;
    const reply = await model.reply(request, { thread, ask, seat, ...how }, heard.emit, signal);
    const taken = takenReply(reply, { redaction, tools: run.tools });
    return taken.kind === "failed" ? { ...taken, failure: causeOf(taken.failure, signal) } : taken;
  } catch (error) {
    if (!signal.aborted) throw error;
    const text = interruption.aborted ? "the product manager broke in" : "stopped";
    return { kind: "failed", failure: "stopped", text };
  } finally {
    heard.end();
    over.abort(answered);
  }
}

type Failure = Extract<ModelReply, { kind: "failed" }>["failure"];

/** Only we stop a request. A reply that breaks off while we stop is stopped; one that ends by itself never is. */
function causeOf(failure: Failure, signal: AbortSignal): Failure {
  if (signal.aborted) return failure === "cut" || failure === "timeout" ? "stopped" : failure;
  return failure === "stopped" ? "timeout" : failure;
}

async function tellSoftLimit<T>(run: LoopRun<T>): Promise<void> {
  const loop = loopOf(run.context.journal.state(), run.loop);
  const { soft, key = "" } = loop?.escalate ?? {};
  if (!loop || loop.closed !== undefined || soft !== asksAnswered(loop)) return;
  await run.onLimit?.({ which: "soft", key, asks: soft });
}
