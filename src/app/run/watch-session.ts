import { decide } from "../../core/decide/decide.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { fold } from "../../core/fold/fold.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";

export interface Watching {
  /** The state as far as it has been told. */
  state(): State;
  /** Resolves when everything up to this seq has been told. A failure of whoever is told comes out here. */
  told(seq: number): Promise<void>;
  stop(): Promise<void>;
}

/** Tells every fact with the state before and after it, from the first on, and goes on as they come. */
export function watchFacts(
  files: SessionFiles,
  onFact: (fact: Fact, before: State, after: State) => void,
): Watching {
  const enough = new AbortController();
  let state: State = emptyState;
  let waiting: readonly { readonly seq: number; readonly resolve: () => void }[] = [];
  const over = follow();
  // Kept until somebody asks for it, in `told` or `stop`.
  over.catch(() => undefined);
  return {
    state: () => state,
    async told(seq) {
      if (state.head >= seq) return;
      const told = new Promise<void>((resolve) => {
        waiting = [...waiting, { seq, resolve }];
      });
      await Promise.race([told, over]);
    },
    async stop() {
      enough.abort();
      await over;
    },
  };

  async function follow(): Promise<void> {
    for await (const fact of files.journal.follow(1, enough.signal)) {
      const before = state;
      state = fold(before, fact);
      onFact(fact, before, state);
      for (const { seq, resolve } of waiting) if (seq <= fact.seq) resolve();
      waiting = waiting.filter(({ seq }) => seq > fact.seq);
    }
  }
}

/** For somebody who looks in at this state: what is new, and whatever made something wait for them. */
export function tellsFrom(state: State, now: Instant): (seq: number) => boolean {
  const waits = new Set(decide(state, now).waits.map((wait) => wait.since));
  return (seq) => seq > state.head || waits.has(seq);
}

/** What happens between the facts, as the runner's process tells it, wherever that is. */
export function watchSignals(
  files: SessionFiles,
  onSignal: (signal: Signal) => void,
): { stop(): Promise<void> } {
  const enough = new AbortController();
  const over = (async () => {
    for await (const signal of files.signals(enough.signal)) onSignal(signal);
  })();
  over.catch(() => undefined);
  return {
    async stop() {
      enough.abort();
      await over;
    },
  };
}
