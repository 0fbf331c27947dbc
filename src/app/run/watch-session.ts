import { decide } from "../../core/decide/decide.ts";
import { fold } from "../../core/fold/fold.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Emitted } from "../../core/ports/signal.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { FeedItem } from "../../core/views/now/feed.ts";

export interface Watching {
  /** The state after the last fact that was reported. */
  state(): State;
  /** Resolves when everything up to this seq has been reported. Rejects if the listener failed. */
  told(seq: number): Promise<void>;
  /** Resolves when the reported state meets the condition, or when the signal aborts. Rejects as `told` does. */
  until(holds: (state: State) => boolean, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The one feed for faces: every fact from the first on, with the states before and after it, and the signals between
 * them. The runner and a process that only watches get the same feed: facts are complete and in order, and a signal
 * never comes before the facts that it followed.
 */
export function watchSession(files: SessionFiles, tell: (item: FeedItem) => void): Watching {
  const enough = new AbortController();
  let state: State = emptyState;
  let waiting: readonly Waiting[] = [];
  const early: Emitted[] = [];
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const over = Promise.race([failed, Promise.all([tellFacts(), files.followSignals(enough.signal, hear)])]);
  // Kept until `told` or `stop` throws it.
  over.catch(() => enough.abort());
  return {
    state: () => state,
    told: (seq) => until(({ head }) => head >= seq, enough.signal),
    until,
    async stop() {
      enough.abort();
      await over;
    },
  };

  async function until(holds: Waiting["holds"], signal: AbortSignal): Promise<void> {
    if (holds(state) || signal.aborted) return;
    const met = new Promise<void>((resolve) => {
      waiting = [...waiting, { holds, resolve }];
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([met, over]);
  }

  async function tellFacts(): Promise<void> {
    for await (const fact of files.journal.follow(1, enough.signal)) {
      const before = state;
      state = fold(before, fact);
      tell({ kind: "fact", fact, before, after: state });
      while (early[0] && early[0].after <= fact.seq) {
        tell({ kind: "signal", signal: early[0].signal });
        early.shift();
      }
      const met = waiting.filter(({ holds }) => holds(state));
      for (const { resolve } of met) resolve();
      waiting = waiting.filter((one) => !met.includes(one));
    }
  }

  /** In the runner's process this is called inside `emit`, so a failing face must not fail the step. */
  function hear(emitted: Emitted): void {
    if (enough.signal.aborted) return;
    if (emitted.after > state.head) {
      early.push(emitted);
      return;
    }
    try {
      tell({ kind: "signal", signal: emitted.signal });
    } catch (error) {
      fail(error);
    }
  }
}

interface Waiting {
  holds(state: State): boolean;
  resolve(): void;
}

/** For a person who starts watching at this state: what is new, and the facts that made something wait for them. */
export function tellsFrom(state: State, now: Instant): (seq: number) => boolean {
  const waits = new Set(decide(state, now).waits.map((wait) => wait.since));
  return (seq) => seq > state.head || waits.has(seq);
}
