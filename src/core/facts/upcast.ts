import { eventTypes } from "./event-types.ts";
import { type Fact, factVersion } from "./fact.ts";

/** An event as it is on disk, before it is upcast. */
export interface RawEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface RawFact extends Omit<Fact, "event"> {
  readonly event: RawEvent;
}

/**
 * Maps `type@version` to the event as the next version would have written it; this may also rename the type. A type
 * that did not change between two versions has no entry.
 */
export type Upcasts = ReadonlyMap<string, (event: RawEvent) => RawEvent>;

const upcasts: Upcasts = new Map([
  ["task.moved@1", nameWords],
  ["artifact.submitted@2", onApproaches(nameTask)],
  ["artifact.submitted@3", onApproaches(leaveOutPlanned)],
]);

/** What a line means today. Never throws: an unknown event becomes `unknown`, and unknown fields survive. */
export function upcast(raw: RawFact, table: Upcasts = upcasts, current: number = factVersion): Fact {
  const event = raw.v < current ? upcastEvent(raw, table, current) : raw.event;
  if (!eventTypes.has(event.type)) return { ...raw, event: { type: "unknown", was: event.type } };
  // The type is known and the shape is what `append` let through, at this version or upcast to it.
  return (event === raw.event ? raw : { ...raw, v: current, event }) as Fact;
}

function upcastEvent(raw: RawFact, table: Upcasts, current: number): RawEvent {
  let event = raw.event;
  for (let version = raw.v; version < current; version += 1) {
    event = table.get(`${event.type}@${version}`)?.(event) ?? event;
  }
  return event;
}

/** In version 1, the one text of a move was also the engineer's summary, or what the author had to fix. */
function nameWords(event: RawEvent): RawEvent {
  switch (event.trigger) {
    case "done":
      return { ...event, summary: event.why };
    case "failed":
    case "changes":
    case "conflict":
    case "red":
      return { ...event, feedback: event.why };
    default:
      return event;
  }
}

type Fields = Record<string, unknown>;

/** The same event with each entry of an approach changed; any other as it is. */
function onApproaches(change: (entry: Fields) => Fields): (event: RawEvent) => RawEvent {
  return (event) => {
    if (event.kind !== "approach" || !isFields(event.body) || !Array.isArray(event.body.tasks)) return event;
    const tasks = event.body.tasks.map((one: unknown) => (isFields(one) ? change(one) : one));
    return { ...event, body: { ...event.body, tasks } };
  };
}

/** Up to version 2, the entries of an approach named their task `task`. */
function nameTask(entry: Fields): Fields {
  if (entry.task === undefined) return entry;
  const { task, ...rest } = entry;
  return { id: task, ...rest };
}

const pointsToPlan =
  /^\W*(?:(?:built |same |just |exactly )*(?:as|like) (?:it is |it was )?(?:in the plan|the plan(?:'s approach)?(?: says)?|planned|before)|unchanged|no change|see the plan)\W*$/i;

/** Up to version 3, an entry could not leave out its approach, and pointed to the plan's in words. */
function leaveOutPlanned(entry: Fields): Fields {
  const { approach, ...rest } = entry;
  return typeof approach === "string" && pointsToPlan.test(approach) ? rest : entry;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
