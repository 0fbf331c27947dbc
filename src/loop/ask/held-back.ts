import type { EventOf } from "../../core/facts/events.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import type { State } from "../../core/state/state.ts";
import type { Loop, Paused } from "../../core/state/thread.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { providerOf } from "../../core/terms/policy.ts";

type ProviderPause = Extract<Paused, { on: "provider" }>;
type Told = Pick<EventOf<"loop.paused">, "loop" | "scope" | "model" | "until" | "failure" | "why">;

/** The provider is not asked until its time comes, or until a person says so. */
export function pausedForProvider(told: Told): Draft {
  return byHarness({ type: "loop.paused", on: "provider", ...told });
}

/** What another loop already waits for and this request would run into. A person who wants it asked now comes first. */
export function heldBy(at: State, loop: Loop, model: string, now: Instant): ProviderPause | undefined {
  if (loop.isHurried) return undefined;
  const others = at.threads.flatMap(({ loops }) => loops).filter(({ id }) => id !== loop.id);
  const waits = others.flatMap(({ paused }) => (paused?.on === "provider" ? [paused] : []));
  return waits.find(
    ({ scope, until }) =>
      (scope === model || scope === providerOf(model)) && (until === undefined || until > now),
  );
}

/** The same wait, for another loop. */
export function heldAlike(loop: Loop, model: string, { scope, until, failure, why }: ProviderPause): Draft {
  const time = until === undefined ? {} : { until };
  return pausedForProvider({ loop: loop.id, scope, model, failure, why, ...time });
}
