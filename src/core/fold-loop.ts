import { append, appended, at, replaceLast, toArray } from "./appended.ts";
import type { EventOf } from "./events.ts";
import type { Fact } from "./fact.ts";
import { callId, loopId } from "./ids.ts";
import type { Ask, Call, Loop, State, Thread } from "./state.ts";

export type LoopEvent = EventOf<
  | "thread.opened"
  | "loop.opened"
  | "model.asked"
  | "model.replied"
  | "tool.called"
  | "tool.settled"
  | "loop.nudged"
  | "loop.paused"
  | "loop.closed"
>;

/** What the facts of a tool loop do to its thread, and to the totals. */
export function foldLoop(state: State, fact: Fact, event: LoopEvent): State {
  switch (event.type) {
    case "thread.opened": {
      const { type: _, ...opened } = event;
      const thread = { ...opened, openedAt: fact.seq, from: state.transcript.length, loops: [], asked: 0 };
      return { ...state, threads: { ...state.threads, [event.name]: thread } };
    }
    case "loop.opened":
      return onThread(state, event.thread, (thread) => ({
        ...thread,
        loops: [...thread.loops, openedLoop(fact.seq, event)],
      }));
    case "model.asked": {
      const money = { ...state.money, asked: state.money.asked + 1, bytes: state.money.bytes + event.bytes };
      return asked({ ...state, money, heard: state.transcript.length }, fact.seq, event);
    }
    case "model.replied": {
      const { input, output } = event.usage ?? { input: 0, output: 0 };
      const money = {
        ...state.money,
        replied: state.money.replied + 1,
        input: state.money.input + input,
        output: state.money.output + output,
      };
      return replied({ ...state, money }, fact.seq, event);
    }
    case "tool.called":
      return onLoop(state, event.loop, (loop) =>
        changeCall(loop, event.call, (call) => ({ ...call, changes: event.changes })),
      );
    case "tool.settled":
      return onLoop(state, event.loop, (loop) =>
        changeCall(loop, event.call, (call) => ({
          ...call,
          settled: { failed: event.failed, text: event.text },
        })),
      );
    case "loop.nudged":
      return onLoop(state, event.loop, (loop) =>
        changeLastAsk(loop, (ask) => ({ ...ask, nudge: event.text })),
      );
    case "loop.paused":
      return onLoop(state, event.loop, (loop) => ({ ...loop, paused: { call: event.call } }));
    case "loop.closed":
      return onLoop(state, event.loop, (loop) => ({ ...loop, closed: event.outcome }));
  }
}

/** Gives a call its result from outside its loop, such as an answer to the question it asked. */
export function settleCall(
  state: State,
  thread: string,
  loop: string,
  call: string,
  settled: NonNullable<Call["settled"]>,
): State {
  return onThread(state, thread, (one) => ({
    ...one,
    loops: one.loops.map((each) => {
      if (each.id !== loop) return each;
      const { paused: _, ...resumed } = each;
      return changeCall(resumed, call, (found) => ({ ...found, settled }));
    }),
  }));
}

function openedLoop(seq: number, event: EventOf<"loop.opened">): Loop {
  return {
    id: loopId(seq),
    seq,
    terminal: event.terminal,
    limit: event.asks,
    ...(event.opening !== undefined && { opening: event.opening }),
    asks: appended(),
  };
}

function asked(state: State, seq: number, event: EventOf<"model.asked">): State {
  const found = threadOfLoop(state, event.loop);
  if (!found) return state;
  const next = onLoop(state, event.loop, (loop) => {
    const last = at(loop.asks, -1);
    if (last && last.ask === event.ask)
      return { ...loop, asks: replaceLast(loop.asks, { ...last, attempts: event.attempt, askedAt: seq }) };
    return { ...loop, asks: append(loop.asks, { ask: event.ask, attempts: event.attempt, askedAt: seq }) };
  });
  return onThread(next, found.name, (thread) => ({ ...thread, asked: event.ask }));
}

function replied(state: State, seq: number, event: EventOf<"model.replied">): State {
  const calls = event.calls.map(
    (call, index): Call => ({ id: callId(seq, index), tool: call.tool, input: call.input }),
  );
  return onLoop(state, event.loop, (loop) =>
    changeLastAsk(loop, (ask) => ({ ...ask, reply: { seq, text: event.text, calls, finish: event.finish } })),
  );
}

function changeLastAsk(loop: Loop, change: (ask: Ask) => Ask): Loop {
  const last = at(loop.asks, -1);
  return last ? { ...loop, asks: replaceLast(loop.asks, change(last)) } : loop;
}

/** Calls are settled in the newest reply only: a loop asks again when none is left open. */
function changeCall(loop: Loop, call: string, change: (call: Call) => Call): Loop {
  return changeLastAsk(loop, (ask) => {
    if (!ask.reply) return ask;
    return {
      ...ask,
      reply: { ...ask.reply, calls: ask.reply.calls.map((one) => (one.id === call ? change(one) : one)) },
    };
  });
}

function onThread(state: State, name: string, change: (thread: Thread) => Thread): State {
  const thread = state.threads[name];
  return thread ? { ...state, threads: { ...state.threads, [name]: change(thread) } } : state;
}

function onLoop(state: State, id: string, change: (loop: Loop) => Loop): State {
  const thread = threadOfLoop(state, id);
  if (!thread) return state;
  return onThread(state, thread.name, (one) => ({
    ...one,
    loops: one.loops.map((loop) => (loop.id === id ? change(loop) : loop)),
  }));
}

export function threadOfLoop(state: State, id: string): Thread | undefined {
  return Object.values(state.threads).find((thread) => thread.loops.some((loop) => loop.id === id));
}

export function loopOf(state: State, id: string): Loop | undefined {
  return threadOfLoop(state, id)?.loops.find((loop) => loop.id === id);
}

/** The open calls of a loop, in order. */
export function openCalls(loop: Loop): readonly Call[] {
  const last = at(loop.asks, -1);
  return last?.reply?.calls.filter((call) => !call.settled) ?? [];
}

export function asksOf(thread: Thread): readonly Ask[] {
  return thread.loops.flatMap((loop) => toArray(loop.asks));
}
