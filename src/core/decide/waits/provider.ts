import { refusal } from "../../facts/fact.ts";
import type { ModelFailure } from "../../facts/loop-schema.ts";
import { isDoubtful } from "../../state/long-wait.ts";
import type { State } from "../../state/state.ts";
import type { Loop } from "../../state/thread.ts";
import { threadOfLoop } from "../../state/threads.ts";
import { type Instant, providerId, type SeatId, type TaskId, type WaitId } from "../../terms/ids.ts";
import {
  type CanUseTools,
  hasTools,
  modelName,
  notModelName,
  providerOf,
  type Seat,
} from "../../terms/policy.ts";
import type { Answered, Answering } from "./answering.ts";

/** A provider wants to be left alone for a long time, or one of its models is too slow for the time limits. */
export interface ProviderWait {
  readonly kind: "provider";
  readonly id: WaitId;
  readonly since: number;
  /** A provider, or one model of it. */
  readonly scope: string;
  /** When Huddle asks again by itself. Undefined: it does not. */
  readonly until?: Instant;
  /** That time is hardly meant: it is absurdly far ahead, or the clock was set back since it was recorded. */
  readonly isDoubtful: boolean;
  readonly failure: ModelFailure;
  readonly why: string;
  /** The members who wait for it, and the tasks they are at. */
  readonly seats: readonly SeatId[];
  readonly tasks: readonly TaskId[];
}

export type ProviderAnswer =
  /** Ask it now. */
  | { readonly kind: "now" }
  /** The members who wait use this model from now on. */
  | { readonly kind: "remodel"; readonly model: string };

/**
 * `loops`: the newest loops of the steps that could run. A provider has one wait, however many members wait for it. It
 * dates from the first of them, so its id stays the same, and lasts as long as the longest of them.
 */
export function providerWaits(
  state: State,
  loops: readonly (Loop | undefined)[],
  now: Instant,
): readonly ProviderWait[] {
  const waits = loops.flatMap((loop) => waitOf(state, loop, now) ?? []).sort((a, b) => a.since - b.since);
  const scopes = [...new Set(waits.map(({ scope }) => scope))];
  return scopes.flatMap((scope) => {
    const [first, ...rest] = waits.filter((wait) => wait.scope === scope);
    return first ? [rest.reduce(joined, first)] : [];
  });
}

/** Undefined: it does not wait for its provider, or its time has come. */
function waitOf(state: State, loop: Loop | undefined, now: Instant): ProviderWait | undefined {
  if (loop?.paused?.on !== "provider") return undefined;
  const { seq, at, scope, until, failure, why } = loop.paused;
  const thread = threadOfLoop(state, loop.id);
  if (!thread || (until !== undefined && until <= now)) return undefined;
  return {
    kind: "provider",
    id: providerId(seq),
    since: seq,
    scope,
    ...(until !== undefined && { until }),
    isDoubtful: until !== undefined && isDoubtful({ until, at }, now),
    failure,
    why,
    seats: [thread.seat],
    tasks: thread.task === undefined ? [] : [thread.task],
  };
}

function joined(first: ProviderWait, next: ProviderWait): ProviderWait {
  const latest = next.until !== undefined && next.until > (first.until ?? "") ? next.until : first.until;
  return {
    ...first,
    ...(latest !== undefined && { until: latest }),
    isDoubtful: first.isDoubtful || next.isDoubtful,
    seats: [...new Set([...first.seats, ...next.seats])],
    tasks: [...new Set([...first.tasks, ...next.tasks])],
  };
}

/** Whether a member waits, or would as soon as it speaks. */
function isMeant({ scope, seats }: ProviderWait, { id, model }: Seat): boolean {
  return seats.includes(id) || model === scope || providerOf(model) === scope;
}

export function answerProvider({
  wait,
  answer,
  at,
  canUseTools = () => undefined,
}: Answering<ProviderWait, ProviderAnswer>): Answered {
  const { scope } = wait;
  if (answer.kind === "now") return [{ actor: "human", event: { type: "provider.retried", scope } }];
  const { model } = answer;
  if (!modelName.test(model)) return refusal(notModelName(model));
  const meant = at.session.seats.filter((seat) => isMeant(wait, seat));
  if (meant.every((seat) => seat.model === model))
    return refusal(`The team already waits for ${model}. Name another model.`);
  const able = meant.filter(hasTools).map(({ id }) => id);
  if (able.length > 0 && canUseTools(model) === false)
    return refusal(
      `${model} cannot use tools, as its check found, and ${able.join(", ")} ${able.length === 1 ? "needs" : "need"} them. Name another model.`,
    );
  const seats = at.session.seats.map((seat) =>
    meant.includes(seat) ? withModel(seat, model, canUseTools) : seat,
  );
  return [{ actor: "human", event: { type: "seats.changed", seats, why: `${model} instead of ${scope}` } }];
}

/** A member who had no tools only because of its model gets them. One whom the team wants without stays without. */
function withModel(seat: Seat, model: string, canUseTools: CanUseTools): Seat {
  const { textOnly: _, ...able } = seat;
  const isLimited = canUseTools(seat.model) === false && canUseTools(model) !== false;
  return { ...(isLimited ? able : seat), model };
}
