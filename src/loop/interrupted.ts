import type { Journal } from "../core/ports/journal.ts";
import type { State } from "../core/state/state.ts";

/** What a member does, and the seq of the fact with which it began. */
interface Doing {
  readonly seat: string;
  readonly since: number;
}

/** Aborts when a person breaks in with words for this member. Looks until `over` aborts. */
export function interrupted(journal: Journal, doing: Doing, over: AbortSignal): AbortSignal {
  const interruption = new AbortController();
  void look();
  return interruption.signal;

  async function look(): Promise<void> {
    while (!over.aborted) {
      const state = journal.state();
      if (isInterrupted(state, doing)) return interruption.abort();
      // If the log can no longer be read, other code ends the run.
      await journal.moved(state.head, over).catch(() => undefined);
      if (journal.state().head === state.head) return;
    }
  }
}

export function isInterrupted({ interruption }: State, { seat, since }: Doing): boolean {
  if (!interruption || interruption.seq < since) return false;
  return interruption.to === undefined || interruption.to.includes(seat);
}
