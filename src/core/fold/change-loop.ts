import type { Call } from "../state/call.ts";
import { fieldsOf } from "../state/fields-of.ts";
import { type Own, ownAsk, ownLoop, ownThread, shared } from "../state/own.ts";
import type { State } from "../state/state.ts";
import type { Ask, Loop, Thread } from "../state/thread.ts";
import { threadOfLoop } from "../state/threads.ts";
import { at, replaceLast } from "../text/appended.ts";

/** Changes a thread, a loop or what is in them; nothing when it is not there. What others hold stays as it was. */
export function onThread(state: State, name: string, change: (thread: Own<Thread>) => void): State {
  const index = state.threads.findIndex((thread) => thread.name === name);
  const found = state.threads[index];
  if (!found) return state;
  const thread = ownThread(found);
  change(thread);
  fieldsOf(state).threads = state.threads.with(index, shared<Thread>(thread));
  return state;
}

export function onLoop(
  state: State,
  id: string,
  change: (loop: Own<Loop>, thread: Own<Thread>) => void,
): State {
  const name = threadOfLoop(state, id)?.name;
  if (name === undefined) return state;
  return onThread(state, name, (thread) => {
    changeLoop(thread, id, (loop) => change(loop, thread));
  });
}

export function changeLoop(thread: Own<Thread>, id: string, change: (loop: Own<Loop>) => void): void {
  const index = thread.loops.findIndex((loop) => loop.id === id);
  const found = thread.loops[index];
  if (!found) return;
  const loop = ownLoop(found);
  change(loop);
  thread.loops = thread.loops.with(index, shared<Loop>(loop));
}

export function changeLastAsk(loop: Own<Loop>, change: (ask: Own<Ask>) => void): void {
  const last = at(loop.asks, -1);
  if (!last) return;
  const ask = ownAsk(last);
  change(ask);
  loop.asks = replaceLast(loop.asks, shared<Ask>(ask));
}

/** Calls are settled in the newest reply only: a loop asks again when none is left open. */
export function changeCall(loop: Own<Loop>, id: string, change: (call: Call) => Call): void {
  changeLastAsk(loop, (ask) => {
    if (!ask.reply) return;
    ask.reply = { ...ask.reply, calls: ask.reply.calls.map((one) => (one.id === id ? change(one) : one)) };
  });
}
