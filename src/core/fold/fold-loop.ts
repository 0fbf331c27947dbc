import type { LoopEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import type { Call } from "../state/call.ts";
import type { StateDraft } from "../state/draft.ts";
import type { State } from "../state/state.ts";
import type { Ask, Loop, Paused, Thread } from "../state/thread.ts";
import { threadOfLoop, withThread, writtenTask } from "../state/threads.ts";
import { callId, loopId } from "../terms/ids.ts";
import { append, appended, at } from "../text/appended.ts";
import { begunCall, requested, resolved, resultOf, settledCall } from "./fold-call.ts";
import { foldMoney } from "./fold-money.ts";
import { countSilence, measureReply, retryProvider } from "./fold-provider.ts";
import { changedAsk, changedCall, changedLoop, onLoop, onThread } from "./on-loop.ts";
import { onTask } from "./on-task.ts";

/** How the facts of a tool loop change its thread. fold-money.ts counts what they cost. */
export function foldLoop(draft: StateDraft, fact: Fact, event: LoopEvent): void {
  foldMoney(draft, fact.seq, event);
  switch (event.type) {
    case "thread.opened": {
      const { type: _, ...opened } = event;
      const [from, talkFrom] = [draft.transcript.length, draft.stage?.from ?? 0];
      const thread = { ...opened, openedAt: fact.seq, talkFrom, from, loops: [], asked: 0 };
      draft.threads = withThread(draft.threads, thread);
      break;
    }
    case "loop.opened":
      onThread(draft, event.thread, (thread) => ({
        ...thread,
        loops: [...thread.loops, openedLoop(fact.seq, event, thread.purpose)],
      }));
      break;
    case "model.asked":
      asked(draft, fact.seq, event);
      break;
    case "model.replied":
      measureReply(draft, event);
      replied(draft, fact.seq, event);
      break;
    case "model.failed":
      countSilence(draft, event);
      failed(draft, event);
      break;
    case "tool.called":
      wrote(
        draft,
        fact.seq,
        event.loop,
        event.changes.map(({ path }) => path),
      );
      if (event.approval !== undefined) approved(draft, event);
      onLoop(draft, event.loop, (loop) => changedCall(loop, event.call, (call) => begunCall(call, event)));
      break;
    case "tool.settled":
      wrote(draft, fact.seq, event.loop, event.changed ?? []);
      onLoop(draft, event.loop, (loop) =>
        changedCall(loop, event.call, (call) => settledCall(call, resultOf(event))),
      );
      break;
    case "loop.nudged":
      onLoop(draft, event.loop, (loop) =>
        changedAsk(loop, (ask) => ({
          ...ask,
          nudges: [...(ask.nudges ?? []), { why: event.why, text: event.text }],
        })),
      );
      break;
    case "loop.paused": {
      const paused = pausedOn(draft, fact, event);
      onLoop(draft, event.loop, (loop) => ({ ...loop, paused }));
      break;
    }
    case "approval.requested":
      requested(draft, fact, event);
      break;
    case "approval.resolved":
      resolved(draft, fact.seq, event);
      break;
    case "loop.closed":
      onLoop(draft, event.loop, (loop) => ({ ...loop, closed: event.outcome, paused: undefined }));
      break;
    case "provider.retried":
      retryProvider(draft, fact.seq, event);
      break;
    case "budget.granted":
      break;
  }
}

/** A task knows what its author wrote in its worktree, by tools and by commands. */
function wrote(draft: StateDraft, seq: number, loop: string, paths: readonly string[]): void {
  const task = paths.length > 0 ? writtenTask(draft, loop) : undefined;
  if (task === undefined) return;
  const written = Object.fromEntries(paths.map((path) => [path, seq]));
  onTask(draft, task, (before) => ({ ...before, wrote: { ...before.wrote, ...written } }));
}

/** What a person has said yes to may be committed, as long as it is exactly this. */
function approved(draft: StateDraft, { loop, changes }: EventOf<"tool.called">): void {
  const task = threadOfLoop(draft, loop)?.task;
  if (task === undefined) return;
  const content = changes.map(({ path, after, mode }) => [path, { after, ...(mode && { mode }) }] as const);
  onTask(draft, task, (before) => ({
    ...before,
    approved: { ...before.approved, ...Object.fromEntries(content) },
  }));
}

function openedLoop(seq: number, event: EventOf<"loop.opened">, purpose: Thread["purpose"]): Loop {
  const { terminal, asks: limit, escalate, tools, opening } = event;
  return {
    id: loopId(seq),
    seq,
    terminal,
    limit,
    textEnds: event.textEnds ?? (purpose === "turn" || purpose === "coach"),
    asks: appended(),
    ...(escalate && { escalate }),
    ...(tools && { tools }),
    ...(opening !== undefined && { opening }),
  };
}

function asked(draft: StateDraft, seq: number, event: EventOf<"model.asked">): void {
  const found = threadOfLoop(draft, event.loop);
  if (!found) return;
  draft.heard = draft.transcript.length;
  draft.heardBy = { ...draft.heardBy, [found.seat]: seq };
  onThread(draft, found.name, (thread) => ({
    ...thread,
    asked: event.ask,
    loops: changedLoop(thread.loops, event.loop, (loop) => askedLoop(loop, seq, event)),
  }));
}

/** Asking ends a wait for the provider: its time has come. */
function askedLoop(loop: Loop, seq: number, event: EventOf<"model.asked">): Loop {
  const { ask: number, attempt, bytes, model } = event;
  const now = { attempts: attempt, askedAt: seq, model, bytes, failed: undefined };
  const isResumed = loop.paused?.on === "provider" || loop.isHurried;
  const asking = isResumed ? { ...loop, paused: undefined, isHurried: false } : loop;
  if (at(asking.asks, -1)?.ask === number) return changedAsk(asking, (ask) => ({ ...ask, ...now }));
  const ask: Ask = { ask: number, ...now, reply: undefined };
  return { ...asking, asks: append(asking.asks, ask) };
}

function replied(draft: StateDraft, seq: number, event: EventOf<"model.replied">): void {
  const calls = event.calls.map(
    ({ tool, input }, index): Call => ({ status: "proposed", id: callId(seq, index), tool, input }),
  );
  const { text, finish, opaque } = event;
  const reply = { seq, text, calls, finish, ...(opaque !== undefined && { opaque }) };
  onLoop(draft, event.loop, (loop) => changedAsk(loop, (ask) => ({ ...ask, failed: undefined, reply })));
}

function failed(draft: StateDraft, event: EventOf<"model.failed">): void {
  const { failure, text, retryAt, tooLong, rests } = event;
  onLoop(draft, event.loop, (loop) =>
    changedAsk(loop, (ask) => ({
      ...ask,
      failures: (ask.failures ?? 0) + (failure === "stopped" ? 0 : 1),
      ...(failure === "timeout" && { timeouts: (ask.timeouts ?? 0) + 1 }),
      failed: {
        failure,
        text,
        ...(retryAt !== undefined && { retryAt }),
        ...(tooLong && { tooLong: true as const }),
        ...(rests && { rests }),
      },
    })),
  );
}

function pausedOn(state: State, { seq, at: when }: Fact, event: EventOf<"loop.paused">): Paused {
  if (event.on === "question") {
    const call = event.call ?? "";
    const asked = Object.values(state.questions).find((one) => one.loop === event.loop && one.call === call);
    return { on: "question", seq, call, request: { text: asked?.text ?? "", options: asked?.options ?? [] } };
  }
  if (event.on === "approval") {
    const call = event.call ?? "";
    const wanted = Object.values(state.approvals).findLast(
      (one) => one.loop === event.loop && one.call === call,
    );
    return { on: "approval", seq, call, approval: wanted?.id ?? "" };
  }
  const { scope = "session", unit, why = "" } = event;
  if (event.on === "window") {
    const { model = "", needs = 0, window } = event;
    return { on: "window", seq, model, needs, why, ...(window !== undefined && { window }) };
  }
  if (event.on === "provider") {
    const { model = "", until, failure = "overload" } = event;
    return {
      on: "provider",
      seq,
      at: when,
      scope,
      model,
      failure,
      why,
      ...(until !== undefined && { until }),
    };
  }
  return { on: "budget", seq, scope, why, ...(unit && { unit }) };
}
