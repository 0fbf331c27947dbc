import type { Clock } from "../../core/ports/clock.ts";
import type { Reached } from "../../core/views/choice/reached.ts";
import type { Ground } from "../ready/whereabouts.ts";

/** A provider that was asked is not asked again for so long, however often Home is drawn. */
const keptMs = 60_000;

export interface RememberedReach {
  /** What was found out lately, or else what is found out now. */
  of(model: string, ask: () => Promise<Reached>): Promise<Reached>;
  forget(): void;
}

/** Whether models can be asked, remembered for a minute or until the person does something. */
export function rememberedReach(clock: Pick<Clock, "now">): RememberedReach {
  const known = new Map<string, { readonly atMs: number; readonly reached: Promise<Reached> }>();
  return {
    of(model, ask) {
      const nowMs = Date.parse(clock.now());
      const kept = known.get(model);
      if (kept && nowMs - kept.atMs < keptMs) return kept.reached;
      const reached = ask();
      known.set(model, { atMs: nowMs, reached });
      return reached;
    },
    forget: () => known.clear(),
  };
}

/** The same surroundings, in which a provider is asked once a minute. */
export function withReach(around: Ground, reached: RememberedReach): Ground {
  return {
    ...around,
    async models() {
      const models = await around.models();
      return {
        open: (names) => models.open(names),
        meant: (name) => models.meant(name),
        reach: (name) => reached.of(models.meant(name), () => models.reach(name)),
      };
    },
  };
}
