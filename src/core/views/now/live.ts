import type { Fact } from "../../facts/fact.ts";
import type { Signal } from "../../ports/signal.ts";
import type { State } from "../../state/state.ts";
import { callNamed, threadOfLoop } from "../../state/threads.ts";
import type { Instant, TaskId, ThreadId } from "../../terms/ids.ts";
import { without } from "../../text/record.ts";
import { runningWords, writingWords } from "../story/story-loop.ts";
import type { FeedItem } from "./feed.ts";

/** What is happening right now and is not a fact yet: words as they arrive, and what each member does on its task. */
export interface Live {
  readonly words: Readonly<Record<ThreadId, Speaking>>;
  /** For the threads that spoke last, the newest ask whose reply is a fact: late words of that ask are ignored. */
  readonly told: readonly { readonly thread: ThreadId; readonly ask: number }[];
  readonly doing: Readonly<Record<TaskId, Doing>>;
  /** When each thread made the request that has no reply yet. */
  readonly asked: Readonly<Record<ThreadId, Instant>>;
  /** When the runner of now started. Left out: nobody runs it. */
  readonly runsSince?: Instant;
}

/** What goes on in a task, since when, and the newest line that its command or its checks have printed. */
export interface Doing {
  /** Left out: what is usual in the state of the task. */
  readonly words?: string;
  readonly since?: Instant;
  readonly printed?: string;
}

export interface Speaking {
  readonly seat: string;
  readonly ask: number;
  readonly text: string;
  /** When the request was made, as far as that is known. */
  readonly since?: Instant;
  /** Characters that have arrived, whatever they are for, and when the first did. */
  readonly arrived: number;
  readonly first?: Instant;
  /** The tool whose call is being written. */
  readonly tool?: string;
  /** Why no words arrive: the request is held back, until this time if it is known. */
  readonly held?: string;
  readonly until?: Instant;
}

export const quiet: Live = { words: {}, told: [], doing: {}, asked: {} };

/**
 * The live view after one more item of the feed. In a viewer, words may arrive after the fact of their reply. `now`:
 * when it arrived, by the viewer's clock.
 */
export function liveAfter(live: Live, item: FeedItem, now?: Instant): Live {
  if (item.kind === "signal") return afterSignal(live, item.signal, now);
  return afterFact(live, item.fact, item.before);
}

function afterSignal(live: Live, signal: Signal, now: Instant | undefined): Live {
  if (signal.type === "run.printed") return printed(live, signal, now);
  const { thread, ask } = signal;
  if (isTold(live, thread, ask)) return live;
  const speaking = spoken(live, signal, now);
  return speaking ? { ...live, words: { ...live.words, [thread]: speaking } } : live;
}

function printed(live: Live, { task, text }: PrintedSignal, now: Instant | undefined): Live {
  const line = text.split("\n").findLast((one) => one.trim() !== "");
  if (task === undefined || line === undefined) return live;
  const before = live.doing[task] ?? (now === undefined ? {} : { since: now });
  return { ...live, doing: { ...live.doing, [task]: { ...before, printed: line.trim() } } };
}

type PrintedSignal = Extract<Signal, { type: "run.printed" }>;

/** Undefined: nothing changes, as with a signal of a newer version. */
function spoken(
  live: Live,
  signal: Exclude<Signal, PrintedSignal>,
  now: Instant | undefined,
): Speaking | undefined {
  const { thread, ask, seat } = signal;
  const since = live.asked[thread] ?? now;
  const begun: Speaking = { seat, ask, text: "", arrived: 0, ...(since !== undefined && { since }) };
  const last = live.words[thread];
  const before = last && last.ask === ask && last.held === undefined ? last : begun;
  switch (signal.type) {
    case "ask.began":
      return begun;
    case "model.waiting": {
      const { why, until } = signal;
      return { ...begun, held: why, ...(until !== undefined && { until }) };
    }
    case "text.delta": {
      const { tool: _, ...rest } = arriving(before, signal.text.length, now);
      return { ...rest, text: before.text + signal.text };
    }
    case "reasoning.delta":
      return arriving(before, signal.text.length, now);
    case "call.began":
      return { ...arriving(before, signal.tool.length, now), tool: signal.tool };
    case "call.delta":
      return arriving(before, signal.length, now);
    default:
      return undefined;
  }
}

function arriving(before: Speaking, length: number, now: Instant | undefined): Speaking {
  const first = before.first ?? now;
  return { ...before, arrived: before.arrived + length, ...(first !== undefined && { first }) };
}

/** A fact ends what was live: the words of a reply, or the work on a task that moved. */
function afterFact(live: Live, fact: Fact, before: State): Live {
  const { event } = fact;
  switch (event.type) {
    case "model.asked": {
      const thread = threadOfLoop(before, event.loop);
      if (!thread) return live;
      // Its last call is over: what the task does now is to think.
      const asked = { ...live.asked, [thread.name]: fact.at };
      return { ...doesNow(live, thread.task, undefined, fact), asked };
    }
    case "model.replied": {
      const thread = threadOfLoop(before, event.loop);
      if (!thread) return live;
      const next = replied(live, thread.name, event.ask);
      const what = event.calls[0] && doingOf(event.calls[0], before);
      return what === undefined ? next : doesNow(next, thread.task, what, fact);
    }
    case "model.failed": {
      const name = threadOfLoop(before, event.loop)?.name;
      if (name === undefined) return live;
      return { ...live, words: without(live.words, name), asked: without(live.asked, name) };
    }
    case "turn.ended":
      return { ...live, words: without(live.words, event.thread), asked: without(live.asked, event.thread) };
    case "step.failed":
      return { ...live, words: {}, asked: {} };
    case "runner.started":
      return { told: live.told, words: {}, doing: {}, asked: {}, runsSince: fact.at };
    case "runner.stopped":
      return { told: live.told, words: {}, doing: {}, asked: {} };
    case "tool.called": {
      const thread = threadOfLoop(before, event.loop);
      const call = event.effect === "runs" && thread ? callNamed(thread, event.call) : undefined;
      if (event.changes.length === 0 && !call) return live;
      return doesNow(live, thread?.task, call ? runningWords(call, before) : writingWords(event), fact);
    }
    case "approval.requested":
      return doesNow(live, event.task, "waits for your yes", fact);
    case "approval.resolved":
      return doesNow(live, before.approvals[event.approval]?.task, undefined, fact);
    case "task.moved":
      return doesNow(live, event.task, undefined, fact);
    default:
      return live;
  }
}

/** `words` left out: what is usual in its state. */
function doesNow(live: Live, task: TaskId | undefined, words: string | undefined, { at }: Fact): Live {
  if (task === undefined) return live;
  return { ...live, doing: { ...live.doing, [task]: { ...(words !== undefined && { words }), since: at } } };
}

/** Late words arrive within moments of their reply, so older threads can be forgotten. */
const mostTold = 32;

function replied(live: Live, thread: ThreadId, ask: number): Live {
  const others = live.told.filter((one) => one.thread !== thread);
  const words = live.words[thread]?.ask === ask ? without(live.words, thread) : live.words;
  return {
    ...live,
    words,
    asked: without(live.asked, thread),
    told: [...others.slice(1 - mostTold), { thread, ask }],
  };
}

function isTold({ told }: Live, thread: ThreadId, ask: number): boolean {
  return told.some((one) => one.thread === thread && ask <= one.ask);
}

function doingOf(
  call: { readonly tool: string; readonly input: unknown },
  before: State,
): string | undefined {
  const input = typeof call.input === "object" && call.input !== null ? call.input : {};
  const path = "path" in input && typeof input.path === "string" ? input.path : "";
  switch (call.tool) {
    case "read_file":
      return `reads ${path}`;
    case "write_file":
    case "edit_file":
      return `writes ${path}`;
    case "delete_file":
    case "move_file":
      return "tidies files";
    case "list_files":
      return "looks around";
    case "run_command":
    case "run_checks":
    case "install":
      return runningWords(call, before);
    case "read_output":
      return "reads what it printed";
    case "read_diff":
      return "reads the change";
    default:
      return undefined;
  }
}
