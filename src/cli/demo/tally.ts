import type { Fact } from "../../core/facts/fact.ts";
import { fold } from "../../core/fold/fold.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import { threadOfLoop } from "../../core/state/threads.ts";

/**
 * Facts by type per thread and task: what a killed session and an undisturbed one must have in common. The order
 * between parallel tasks is free. Runners come and go with kills, so they are left out. Attempts may be repeated, so
 * each ask counts once, and `attempts` says how often asks were repeated.
 */
export interface Tally {
  readonly counts: Readonly<Record<string, number>>;
  readonly attempts: number;
}

export function tally(facts: Iterable<Fact>): Tally {
  const counts: Record<string, number> = {};
  let state: State = emptyState;
  let attempts = 0;
  for (const fact of facts) {
    const place = placeOf(state, fact);
    state = fold(state, fact);
    if (fact.event.type === "runner.started" || fact.event.type === "runner.stopped") continue;
    if (fact.event.type === "model.asked" && fact.event.attempt > 1) {
      attempts++;
      continue;
    }
    const key = `${place} ${fact.event.type}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return { counts, attempts };
}

export interface Difference {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

/** What one tally has less or more of than the other. */
export function compareTallies(expected: Tally, found: Tally): Difference {
  const keys = [...new Set([...Object.keys(expected.counts), ...Object.keys(found.counts)])].sort();
  const more = (key: string) => (found.counts[key] ?? 0) - (expected.counts[key] ?? 0);
  const tell = (key: string) =>
    `${key} (${expected.counts[key] ?? 0} expected, ${found.counts[key] ?? 0} found)`;
  return {
    lost: keys.filter((key) => more(key) < 0).map(tell),
    doubled: keys.filter((key) => more(key) > 0).map(tell),
  };
}

/** The thread or task a fact belongs to, by a name without a seq. */
function placeOf(before: State, fact: Fact): string {
  const { event, step } = fact;
  if ("task" in event && typeof event.task === "string") return `task ${event.task}`;
  if ("loop" in event && typeof event.loop === "string")
    return threadOfLoop(before, event.loop)?.name ?? "loop";
  if ("thread" in event && typeof event.thread === "string") return event.thread;
  if ("effect" in event && typeof event.effect === "string")
    return before.effects[event.effect]?.task ?? "ship";
  return step === undefined ? "session" : step.replace(/@\d+$|(?<=^expire\/\D+)\d+$/, "");
}
