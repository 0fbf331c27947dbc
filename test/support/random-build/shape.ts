import type { PlannedTask } from "../../../src/core/terms/artifacts.ts";
import { defaultPolicy } from "../../../src/core/terms/defaults.ts";
import type { Policy, Seat } from "../../../src/core/terms/policy.ts";
import { Chances } from "../hostile-cast/chances.ts";
import { planned, seat } from "../plans.ts";

/** Chances that come to an end: from then on all goes well. */
export class EndingChances {
  readonly #chances: Chances;
  #left: number;

  constructor(seed: number, left: number) {
    this.#chances = new Chances(seed);
    this.#left = left;
  }

  get spent(): boolean {
    return this.#left <= 0;
  }

  /** One of 0 … ways - 1; 0 is what goes well. */
  pick(ways: number): number {
    if (this.spent) return 0;
    this.#left -= 1;
    return this.#chances.pick(ways);
  }
}

/** A session that builds: who is there, what is planned, and under which rules. All of it follows from the seed. */
export interface Shape {
  readonly seats: readonly Seat[];
  readonly tasks: readonly PlannedTask[];
  readonly policy: Partial<Policy>;
  /** Tasks that write to the file that all share. */
  readonly sharing: ReadonlySet<string>;
  /** Nobody answers anything. */
  readonly isAlone: boolean;
}

export function shapeOf(seed: number): Shape {
  const chances = new Chances(seed * 7 + 1);
  const some = (share: number) => chances.pick(share) === 0;
  const engineers = ["ada", "bo", "cy", "di"].slice(0, 1 + chances.pick(4)).map((id) => seat(id));
  const count = 1 + chances.pick(5);
  const ids = Array.from({ length: count }, (_, index) => `t${index + 1}`);
  const tasks = ids.map((id, index) => {
    const task = planned(id, ...ids.slice(0, index).filter(() => some(3)));
    return some(3) ? { ...task, files: ["shared.txt"] } : task;
  });
  const check = [{ name: "tests", run: "test" }];
  return {
    seats: [...engineers, ...(some(4) && engineers.length > 1 ? [] : [seat("architect", "architect")])],
    tasks,
    sharing: new Set(ids.filter(() => some(2))),
    isAlone: some(5),
    policy: {
      pace: "auto",
      phases: some(2) ? ["implementation"] : ["pre-code-review", "implementation"],
      rounds: some(2) ? defaultPolicy.rounds : { same: 2, any: 3, cut: 3 },
      baseline: some(3),
      ...(some(4) ? {} : { parallel: 1 + chances.pick(4) }),
      ...(some(3) && { planning: (["on", "auto", "off"] as const)[chances.pick(3)] ?? "on" }),
      ...(some(4) && { stops: "layer" as const }),
      ...(some(3) && { write: { ask: ["asked/**"], deny: ["denied/**"] } }),
      asks: { turn: 2, artifact: 2, coding: 4, review: 3 },
      checks: { quick: check, full: check, timeoutMs: 1 },
    },
  };
}
