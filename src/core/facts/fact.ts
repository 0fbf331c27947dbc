import type { Instant, SeatId, StepKey } from "../terms/ids.ts";
import type { TeamEvent, UnknownEvent } from "./events.ts";

/** Who did it: a seat, the one person, or the harness itself. Set by the harness, never by a model. */
export type Actor = "human" | "harness" | SeatId;

/** Names that no seat may have, because facts and prompts use them for others. */
export const reservedNames: readonly string[] = [
  "human",
  "harness",
  "system",
  "user",
  "assistant",
  "tool",
  "pm",
  "all",
];

/** One line of the log. `prev` is the hash of the previous counted line. */
export interface Fact {
  readonly seq: number;
  readonly prev: string;
  readonly at: Instant;
  /** Version of the event's shape. Older ones are upcast on read. */
  readonly v: number;
  readonly actor: Actor;
  readonly step?: StepKey;
  readonly fence?: number;
  /** More lines of this batch follow; no line counts before the last one is written. */
  readonly more?: true;
  readonly event: TeamEvent | UnknownEvent;
}

/** An event to be appended, and who did it. The append gives it its place and time. */
export interface Draft {
  readonly actor: Actor;
  readonly event: TeamEvent;
}

/**
 * 2: what a person says about an artifact they edited is a message of its own, and a task's move names the words it
 * carries.
 * 3: an approach names its tasks by `id`, as the plan does.
 * 4: an approach that is the plan's is left out.
 * 5: words that speak to a member by name call it, as an @ does.
 */
export const factVersion = 5;

/** Why a build refuses to write, worded for the person who asked. */
export interface Refusal {
  readonly refused: string;
}

export function refusal(refused: string): Refusal {
  return { refused };
}

/** The draft of an event by the harness, the most frequent actor. */
export function byHarness(event: TeamEvent): Draft {
  return { actor: "harness", event };
}
