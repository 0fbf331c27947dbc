import type { Fact } from "../../facts/fact.ts";
import type { Signal } from "../../ports/signal.ts";
import type { State } from "../../state/state.ts";
import { threadOfLoop } from "../../state/threads.ts";
import type { TaskId, ThreadId } from "../../terms/ids.ts";
import { without } from "../../text/record.ts";
import type { FeedItem } from "./feed.ts";

/** What is happening right now and is not a fact yet: words as they arrive, and what each member does on its task. */
export interface Live {
  readonly words: Readonly<Record<ThreadId, Speaking>>;
  /** For the threads that spoke last, the newest ask whose reply is a fact: late words of that ask are ignored. */
  readonly told: readonly { readonly thread: ThreadId; readonly ask: number }[];
  readonly doing: Readonly<Record<TaskId, string>>;
}

export interface Speaking {
  readonly seat: string;
  readonly ask: number;
  readonly text: string;
  /** Why no words arrive: the request is held back. */
  readonly held?: string;
}

export const quiet: Live = { words: {}, told: [], doing: {} };

/** The live view after one more item of the feed. In a viewer, words may arrive after the fact of their reply. */
export function liveAfter(live: Live, item: FeedItem): Live {
  return item.kind === "signal" ? afterSignal(live, item.signal) : afterFact(live, item.fact, item.before);
}

function afterSignal(live: Live, signal: Signal): Live {
  switch (signal.type) {
    case "ask.began":
    case "text.delta": {
      const { thread, ask, seat } = signal;
      if (isTold(live, thread, ask)) return live;
      const before = live.words[thread];
      const text = before?.ask === ask && signal.type === "text.delta" ? before.text : "";
      const added = signal.type === "text.delta" ? signal.text : "";
      return { ...live, words: { ...live.words, [thread]: { seat, ask, text: text + added } } };
    }
    case "model.waiting": {
      const { thread, ask, seat, why } = signal;
      if (isTold(live, thread, ask)) return live;
      return { ...live, words: { ...live.words, [thread]: { seat, ask, text: "", held: why } } };
    }
    default:
      return live;
  }
}

/** A fact ends what was live: the words of a reply, or the work on a task that moved. */
function afterFact(live: Live, fact: Fact, before: State): Live {
  const { event } = fact;
  switch (event.type) {
    case "model.replied": {
      const thread = threadOfLoop(before, event.loop);
      if (!thread) return live;
      const next = replied(live, thread.name, event.ask);
      const what = event.calls[0] && doingOf(event.calls[0]);
      if (thread.task === undefined || what === undefined) return next;
      return { ...next, doing: { ...next.doing, [thread.task]: what } };
    }
    case "model.failed": {
      const thread = threadOfLoop(before, event.loop);
      return thread ? { ...live, words: without(live.words, thread.name) } : live;
    }
    case "turn.ended":
      return { ...live, words: without(live.words, event.thread) };
    case "step.failed":
    case "runner.started":
    case "runner.stopped":
      return { ...live, words: {} };
    case "tool.called": {
      const thread = threadOfLoop(before, event.loop);
      const path = event.changes[0]?.path;
      if (thread?.task === undefined || path === undefined) return live;
      return { ...live, doing: { ...live.doing, [thread.task]: `writes ${path}` } };
    }
    case "task.moved":
      return { ...live, doing: without(live.doing, event.task) };
    default:
      return live;
  }
}

/** Late words arrive within moments of their reply, so older threads can be forgotten. */
const mostTold = 32;

function replied(live: Live, thread: ThreadId, ask: number): Live {
  const others = live.told.filter((one) => one.thread !== thread);
  const words = live.words[thread]?.ask === ask ? without(live.words, thread) : live.words;
  return { ...live, words, told: [...others.slice(1 - mostTold), { thread, ask }] };
}

function isTold({ told }: Live, thread: ThreadId, ask: number): boolean {
  return told.some((one) => one.thread === thread && ask <= one.ask);
}

function doingOf(call: { readonly tool: string; readonly input: unknown }): string | undefined {
  const input = typeof call.input === "object" && call.input !== null ? call.input : {};
  const path = "path" in input && typeof input.path === "string" ? input.path : "";
  switch (call.tool) {
    case "read_file":
      return `reads ${path}`;
    case "write_file":
    case "edit_file":
      return `writes ${path}`;
    case "list_files":
      return "looks around";
    case "read_diff":
      return "reads the change";
    default:
      return undefined;
  }
}
