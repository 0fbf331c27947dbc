import type { TeamEvent } from "../../src/core/facts/events.ts";
import type { Actor } from "../../src/core/facts/fact.ts";
import type { Past } from "./past.ts";

/**
 * What one more fact changes in the state, besides its head: in depth, the new values of the fields that are different,
 * and "gone" for those that are no longer there. Lists are told whole.
 */
export function changedBy(past: Past, event: TeamEvent, actor: Actor = "harness", step?: string) {
  const before = past.state;
  past.add(actor, event, step);
  const { head: _, headAt: __, ...changed } = difference(before, past.state);
  return changed;
}

function difference(before: object, after: object): Record<string, unknown> {
  const [old, next] = [entriesOf(before), entriesOf(after)];
  const gone = [...old.keys()].filter((key) => !next.has(key)).map((key) => [key, "gone"] as const);
  const changed = [...next].flatMap(([key, value]) => {
    const was = old.get(key);
    if (JSON.stringify(was) === JSON.stringify(value)) return [];
    return [[key, isRecord(was) && isRecord(value) ? difference(was, value) : value] as const];
  });
  return Object.fromEntries([...gone, ...changed]);
}

/** A field that is undefined is not there. Versions of a list that only grows share what backs them. */
function entriesOf(record: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(record).filter(([key, value]) => value !== undefined && key !== "backing"));
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
