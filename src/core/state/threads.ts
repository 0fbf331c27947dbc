import type { CallId, TaskId, ThreadId } from "../terms/ids.ts";
import { at, toArray } from "../text/appended.ts";
import type { Call, OpenCall } from "./call.ts";
import type { State } from "./state.ts";
import type { Ask, Loop, Thread } from "./thread.ts";

/** There are few open threads, so a short list is the fastest way to store them. */

export function threadNamed(state: State, name: ThreadId): Thread | undefined {
  return state.threads.find((thread) => thread.name === name);
}

export function threadOfLoop(state: State, loop: string): Thread | undefined {
  for (const thread of state.threads) for (const one of thread.loops) if (one.id === loop) return thread;
  return undefined;
}

/** The task whose worktree a loop writes. Others who talk about it at most write in a checkout that is thrown away. */
export function writtenTask(state: State, loop: string): TaskId | undefined {
  const thread = threadOfLoop(state, loop);
  return thread?.purpose === "coding" ? thread.task : undefined;
}

/** Replaces the thread of the same name, or adds this one at the end. */
export function withThread(threads: readonly Thread[], thread: Thread): readonly Thread[] {
  const place = threads.findIndex((one) => one.name === thread.name);
  return place < 0 ? [...threads, thread] : threads.with(place, thread);
}

export function loopOf(state: State, id: string): Loop | undefined {
  return threadOfLoop(state, id)?.loops.find((loop) => loop.id === id);
}

/** The newest call of this name in a thread. */
export function callNamed(thread: Thread, id: CallId): Call | undefined {
  return asksOf(thread)
    .flatMap(({ reply }) => reply?.calls ?? [])
    .findLast((call) => call.id === id);
}

/** The open calls of a loop, in order. */
export function openCalls(loop: Loop): readonly OpenCall[] {
  const last = at(loop.asks, -1);
  return last?.reply?.calls.filter((call) => call.status !== "settled") ?? [];
}

export function asksOf(thread: Thread): readonly Ask[] {
  return thread.loops.flatMap((loop) => toArray(loop.asks));
}

/** How many asks a loop has in all: the smallest of its limits. */
export function asksAllowed({ limit, escalate }: Loop): number {
  return Math.min(limit, escalate?.hard ?? limit);
}

/** Only answered asks count. A lost or failed one is asked again under its old number. */
export function asksAnswered(loop: Loop): number {
  return toArray(loop.asks).filter((ask) => ask.reply).length;
}
