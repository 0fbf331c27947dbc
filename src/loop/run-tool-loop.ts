import { accountsOf } from "../core/accounts.ts";
import { toArray } from "../core/appended.ts";
import { type OverBudget, overBudget } from "../core/budget.ts";
import { asksOf, loopOf, threadOfLoop } from "../core/fold-loop.ts";
import { measureRequest } from "../core/measure-request.ts";
import { byHarness, type ModelReply, refusal } from "../core/ports.ts";
import type { Request } from "../core/request.ts";
import type { Ask, Loop, Thread } from "../core/state.ts";
import { mayBegin, NoLongerWanted } from "../core/step-context.ts";
import { rendererVersion, renderRequest } from "../core/views/render-request.ts";
import { afterFailure } from "./after-failure.ts";
import { type Asked, afterReply, lateReply } from "./after-reply.ts";
import type { LoopRun } from "./loop-run.ts";
import { answered, nextMove } from "./next-move.ts";
import { failureWords, type Outcome } from "./outcome.ts";
import { settleCall } from "./settle-call.ts";

/**
 * Every conversation with a model runs through here. Entered with a known loop it goes on where the log says it
 * stands: asked without a reply is asked again, calls without a result are settled, a wait goes on, and all counters
 * are folds. A stop lets the calls of the last reply come to their results first.
 */
export async function runToolLoop<T>(run: LoopRun<T>): Promise<Outcome<T>> {
  refuseDoubleNames(run);
  for (;;) {
    const move = nextMove(standing(run));
    if (move.kind === "return") return move.outcome;
    if (move.kind !== "settle" && run.context.signal.aborted) return { kind: "stopped" };
    if (move.kind === "wait") await waitUntil(run, move.until);
    const ended =
      move.kind === "settle"
        ? await settleCall(run, move.call)
        : move.kind === "end"
          ? await close(run, move.outcome)
          : await ask(run);
    if (ended) return ended;
  }
}

function refuseDoubleNames<T>(run: LoopRun<T>): void {
  const names = [...run.tools.map((tool) => tool.name), run.terminal.name];
  const double = names.find((name, index) => names.indexOf(name) < index);
  if (double !== undefined) throw new Error(`two tools of this loop are called ${double}`);
}

function standing<T>(run: LoopRun<T>): Loop {
  const loop = loopOf(run.context.journal.state(), run.loop);
  if (!loop) throw new Error(`loop ${run.loop} is not open`);
  return loop;
}

async function waitUntil<T>(run: LoopRun<T>, until: string): Promise<void> {
  const { clock, signal, emit } = run.context;
  const ms = Date.parse(until) - Date.parse(clock.now());
  if (ms <= 0) return;
  const thread = threadOfLoop(run.context.journal.state(), run.loop);
  const { name = "", seat = "", asked = 0 } = thread ?? {};
  emit({ type: "model.waiting", thread: name, seat, ask: asked, why: "the last attempt failed", until });
  await clock.sleep(ms, signal);
}

/** One request and its reply. The reply and all that follows from it stand in one append. */
async function ask<T>(run: LoopRun<T>): Promise<Outcome<T> | undefined> {
  if (run.context.signal.aborted) return { kind: "stopped" };
  const asking = await begin(run);
  if ("scope" in asking) return { kind: "over-budget", ...asking };
  const { request, by } = asking;
  const reply = await attempt(run, request, by);
  let outcome: Outcome<T> | undefined;
  let late = false;
  const recorded = await run.context.journal.append((at, first) => {
    if (reply.kind === "failed") return [afterFailure(run, reply, by, at)];
    late = !run.context.wanted(at);
    if (late) return lateReply(run, reply, by, first);
    const after = afterReply(run, reply, by, at, first);
    outcome = after.outcome;
    return after.drafts;
  });
  if (late || recorded.kind !== "done") throw new NoLongerWanted();
  if (!outcome && reply.kind === "replied") await tellSoftLimit(run);
  return outcome;
}

interface Asking {
  readonly request: Request;
  readonly by: Asked;
}

/** Records the intent to ask, with its reservation; or that there is no money for it. */
async function begin<T>(run: LoopRun<T>): Promise<Asking | OverBudget> {
  let asking: { request: Request; thread: Thread } | undefined;
  let over: OverBudget | undefined;
  // Rendered inside the build, so that nothing slips in between rendering and asking.
  const began = await run.context.journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    const thread = threadOfLoop(at, run.loop);
    if (!thread) return refusal("the thread is closed");
    const request = renderRequest(at, run.loop, run.charter);
    const asked = modelAsked(run, thread, request);
    asking = { request, thread };
    over = overBudget(at, accountsOf(thread), asked.reserved);
    if (!over) return [byHarness(asked)];
    return [byHarness({ type: "loop.paused", loop: run.loop, on: "budget", ...over })];
  });
  const fact = began.kind === "done" ? began.facts[0] : undefined;
  if (!fact || !asking) throw new NoLongerWanted();
  if (over) return over;
  const { request, thread } = asking;
  return {
    request,
    by: {
      asked: fact.seq,
      ask: askNumber(thread),
      seat: thread.seat,
      thread: thread.name,
      model: request.model,
    },
  };
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

/** An ask that has no reply yet is asked again under its own number. */
function askNumber(thread: Thread): number {
  return unanswered(thread)?.ask ?? thread.asked + 1;
}

function unanswered(thread: Thread): Ask | undefined {
  const last = asksOf(thread).at(-1);
  return last?.reply ? undefined : last;
}

/** Provider trouble comes back as a value. What a model throws while we stop it is the stop. */
async function attempt<T>(run: LoopRun<T>, request: Request, by: Asked): Promise<ModelReply> {
  const { model, emit, signal } = run.context;
  try {
    return await model.reply(request, { thread: by.thread, ask: by.ask, seat: by.seat }, emit, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: "failed", failure: "stopped", text: "stopped" };
  }
}

async function tellSoftLimit<T>(run: LoopRun<T>): Promise<void> {
  const { escalate, asks } = standing(run);
  const count = answered(toArray(asks));
  if (escalate?.soft === count) await run.onLimit?.({ which: "soft", key: escalate.key, asks: count });
}

/** Ends the loop without a result, with the caller's events in the same append. */
async function close<T>(run: LoopRun<T>, outcome: Outcome<never>): Promise<Outcome<T>> {
  if (outcome.kind === "iteration-limit")
    await run.onLimit?.({ which: "hard", key: outcome.key, asks: outcome.iteration });
  const error = failureWords(outcome);
  const closed = await run.context.journal.append((at, first) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    return [
      byHarness({
        type: "loop.closed",
        loop: run.loop,
        outcome: outcome.kind,
        ...(error !== undefined && { error }),
      }),
      ...run.closing(outcome, at, first + 1),
    ];
  });
  if (closed.kind !== "done") throw new NoLongerWanted();
  return outcome;
}
