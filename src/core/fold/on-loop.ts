import type { Call } from "../state/call.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Ask, Loop, Thread } from "../state/thread.ts";
import { threadOfLoop } from "../state/threads.ts";
import { at, replaceLast } from "../text/appended.ts";

/** Replaces a thread. Does nothing if there is no thread of this name. */
export function onThread(draft: StateDraft, name: string, change: (thread: Thread) => Thread): void {
  const index = draft.threads.findIndex((thread) => thread.name === name);
  const thread = draft.threads[index];
  if (thread) draft.threads = draft.threads.with(index, change(thread));
}

/** Replaces a loop in its thread. */
export function onLoop(draft: StateDraft, id: string, change: (loop: Loop) => Loop): void {
  const name = threadOfLoop(draft, id)?.name;
  if (name === undefined) return;
  onThread(draft, name, (thread) => ({ ...thread, loops: changedLoop(thread.loops, id, change) }));
}

/** The loops with this one replaced. */
export function changedLoop(
  loops: readonly Loop[],
  id: string,
  change: (loop: Loop) => Loop,
): readonly Loop[] {
  return loops.map((loop) => (loop.id === id ? change(loop) : loop));
}

/** The loop with its newest ask replaced. */
export function changedAsk(loop: Loop, change: (ask: Ask) => Ask): Loop {
  const last = at(loop.asks, -1);
  return last ? { ...loop, asks: replaceLast(loop.asks, change(last)) } : loop;
}

/** The loop with one call replaced. Only the newest reply has open calls: a loop asks again when none is open. */
export function changedCall(loop: Loop, id: string, change: (call: Call) => Call): Loop {
  return changedAsk(loop, (ask) => {
    if (!ask.reply) return ask;
    const calls = ask.reply.calls.map((call) => (call.id === id ? change(call) : call));
    return { ...ask, reply: { ...ask.reply, calls } };
  });
}
