import type { Clock } from "../../core/ports/clock.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { FeedItem } from "../../core/views/now/feed.ts";
import { type Live, liveAfter, quiet } from "../../core/views/now/live.ts";
import { type Progress, progressOf } from "../../core/views/now/progress.ts";

/** More often than this, nobody reads it. */
const everyMs = 1_000;

/**
 * How a run comes along, for programs: told at most once a second, when more than the time has changed, and at the end.
 */
export function tellProgress(
  clock: Clock,
  tell: (signal: { readonly type: "progress" } & Progress) => void,
): { heard(item: FeedItem, isNew: boolean): void; done(): void } {
  let state: State = emptyState;
  let live: Live = quiet;
  let last: { readonly at: Instant; readonly text: string } | undefined;
  return {
    heard(item, isNew) {
      const now = clock.now();
      live = liveAfter(live, item, now);
      if (item.kind === "fact") state = item.after;
      const isHalf = item.kind === "fact" && item.fact.more === true;
      if (isNew && !isHalf && (!last || Date.parse(now) - Date.parse(last.at) >= everyMs)) look(now);
    },
    done: () => look(clock.now()),
  };

  function look(now: Instant): void {
    if (state.session.opened === 0) return;
    const progress = progressOf(state, live, now);
    const { elapsedMs: _, ...lasting } = progress;
    const text = JSON.stringify(lasting);
    if (text === last?.text) return;
    last = { at: now, text };
    tell({ type: "progress", ...progress });
  }
}
