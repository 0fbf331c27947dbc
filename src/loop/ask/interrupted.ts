import type { Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { OpenAsk } from "./after-reply.ts";

/** Aborts when a person breaks in with words for whoever is being asked. Looks until `over` aborts. */
export function interrupted(journal: Journal, asked: OpenAsk, over: AbortSignal): AbortSignal {
  const interruption = new AbortController();
  void look();
  return interruption.signal;

  async function look(): Promise<void> {
    while (!over.aborted) {
      const state = journal.state();
      if (concerns(state, asked)) return interruption.abort();
      // A log that can no longer be read ends the run elsewhere.
      await journal.moved(state.head, over).catch(() => undefined);
      if (journal.state().head === state.head) return;
    }
  }
}

function concerns({ interruption }: State, asked: OpenAsk): boolean {
  if (!interruption || interruption.seq < asked.asked) return false;
  return interruption.to === undefined || interruption.to.includes(asked.seat);
}
