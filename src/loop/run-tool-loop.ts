import { toArray } from "../core/appended.ts";
import { loopOf, openCalls, threadOfLoop } from "../core/fold-loop.ts";
import { byHarness, refusal } from "../core/ports.ts";
import type { Request } from "../core/request.ts";
import type { Loop, State } from "../core/state.ts";
import { mayBegin, NoLongerWanted } from "../core/step-context.ts";
import { rendererVersion, renderRequest } from "../core/views/render-request.ts";
import { afterReply, lateReply } from "./after-reply.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";
import { settleCall } from "./settle-call.ts";

/**
 * Every conversation with a model runs through here. Entered with a known loop it goes on where the log says it
 * stands: asked without a reply is asked again, calls without a result are settled, and all counters are folds.
 */
export async function runToolLoop<T>(run: LoopRun<T>): Promise<Outcome<T>> {
  refuseDoubleNames(run);
  for (;;) {
    const loop = standing(run);
    if (loop.paused) return { kind: "paused", question: loop.paused.call };
    const [call] = openCalls(loop);
    const ended = call
      ? await settleCall(run, call)
      : answered(loop) >= loop.limit
        ? await closeAtLimit(run, loop)
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

function answered(loop: Loop): number {
  return toArray(loop.asks).filter((one) => one.reply).length;
}

/** One request and its reply. The reply and all that follows from it stand in one append. */
async function ask<T>(run: LoopRun<T>): Promise<Outcome<T> | undefined> {
  const { journal, model, emit, signal } = run.context;
  let request: Request | undefined;
  // Rendered inside the build, so that nothing slips in between rendering and asking.
  const asking = await journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    request = renderRequest(at, run.loop, run.charter);
    return [byHarness(modelAsked(at, run, request))];
  });
  if (asking.kind !== "done" || !request) throw new NoLongerWanted();
  const asked = asking.facts[0];
  const thread = threadOfLoop(asking.state, run.loop);
  if (!asked || !thread) throw new Error(`loop ${run.loop} has no thread`);
  const number = thread.asked;
  const reply = await model.reply(
    request,
    { thread: thread.name, ask: number, seat: thread.seat },
    emit,
    signal,
  );
  if (reply.kind === "failed") throw new Error(reply.text);
  let outcome: Outcome<T> | undefined;
  let late = false;
  const recorded = await journal.append((at, first) => {
    const by = { asked: asked.seq, ask: number, seat: thread.seat, thread: thread.name };
    late = !run.context.wanted(at);
    if (late) return lateReply(run, reply, by, first);
    const after = afterReply(run, reply, by, at, first);
    outcome = after.outcome;
    return after.drafts;
  });
  if (late || recorded.kind !== "done") throw new NoLongerWanted();
  return outcome;
}

function modelAsked<T>(at: State, run: LoopRun<T>, request: Request) {
  const thread = threadOfLoop(at, run.loop);
  const last = thread?.loops.flatMap((loop) => toArray(loop.asks)).at(-1);
  const lost = last && !last.reply ? last : undefined;
  const text = JSON.stringify(request);
  return {
    type: "model.asked" as const,
    loop: run.loop,
    ask: lost?.ask ?? (thread?.asked ?? 0) + 1,
    attempt: (lost?.attempts ?? 0) + 1,
    model: request.model,
    renderer: rendererVersion,
    hash: run.context.hash(text),
    bytes: text.length,
  };
}

async function closeAtLimit<T>(run: LoopRun<T>, loop: Loop): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { kind: "max-iterations", asks: answered(loop) };
  const closed = await run.context.journal.append((at, first) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    return [
      byHarness({ type: "loop.closed", loop: run.loop, outcome: outcome.kind }),
      ...run.closing(outcome, at, first + 1),
    ];
  });
  if (closed.kind !== "done") throw new NoLongerWanted();
  return outcome;
}
