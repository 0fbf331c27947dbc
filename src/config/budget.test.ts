import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultOutput } from "../core/terms/defaults.ts";
import { type Budget, budgetSchema, capsOf } from "./budget.ts";
import { teamOf } from "./team/read-team.ts";

const usual = { purpose: "iteration", priced: true } as const;

describe("a budget in a file", () => {
  test("is dollars, or tokens, or both", () => {
    expect(
      capsOf({ iteration: 5, task: { tokens: 9 }, member: { dollars: 0.5, tokens: 7 } }, {}, usual),
    ).toEqual({
      session: { micros: 5_000_000 },
      task: { tokens: 9 },
      seat: { micros: 500_000, tokens: 7 },
    });
    expect(capsOf({ iteration: 5, do: 3 }, {}, { purpose: "do", priced: true })).toEqual({
      session: { micros: 3_000_000 },
    });
    expect(capsOf({ iteration: "none" }, { iteration: {} }, usual)).toBeUndefined();
  });

  test.each([-1, "5", { euros: 5 }, { tokens: 1.5 }, { tokens: -1 }, Number.POSITIVE_INFINITY])(
    "%j is refused",
    (cap) => {
      expect(budgetSchema.safeParse({ iteration: cap }).success).toBe(false);
    },
  );

  test("of a project can only lower what the person allows", () => {
    const cap = fc.option(
      fc.oneof(
        fc.integer({ min: 0, max: 100 }),
        fc.record(
          { dollars: fc.integer({ min: 0, max: 100 }), tokens: fc.integer({ min: 0, max: 100 }) },
          { requiredKeys: [] },
        ),
        fc.constant("none"),
      ),
      { nil: undefined },
    );
    const budget = fc
      .record({ iteration: cap, task: cap, member: cap })
      .map((caps) => budgetSchema.parse(JSON.parse(JSON.stringify(caps))) as Budget);
    fc.assert(
      fc.property(budget, budget, (user, project) => {
        const [alone, together] = [capsOf(user, {}, usual), capsOf(user, project, usual)];
        for (const scope of ["session", "task", "seat"] as const)
          for (const unit of ["micros", "tokens"] as const) {
            const allowed = alone?.[scope]?.[unit] ?? Number.POSITIVE_INFINITY;
            expect(together?.[scope]?.[unit] ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(allowed);
          }
      }),
    );
  });
});

const money = (dollars: number) => ({ session: { micros: dollars * 1_000_000 } });
const tokens = (count: number) => ({ session: { tokens: count } });

describe("10.3: what a session may spend if nobody says", () => {
  test.each([
    ["iteration", money(5), tokens(2_000_000)],
    ["do", money(1), tokens(400_000)],
    ["groom", money(2), tokens(800_000)],
  ] as const)("%s: in money, or in tokens where a price is unknown", (purpose, priced, unpriced) => {
    for (const user of [{}, { [purpose]: {} }, { task: "none" as const }]) {
      expect(capsOf(user, {}, { purpose, priced: true })).toEqual(priced);
      expect(capsOf(user, {}, { purpose, priced: false })).toEqual(unpriced);
    }
  });

  test("the person's own settings replace it, and a project can only lower it", () => {
    const own = (user: Budget, project: Budget = {}) => capsOf(user, project, usual)?.session;
    expect(own({ iteration: 80 })).toEqual({ micros: 80_000_000 });
    expect(own({ iteration: "none" })).toBeUndefined();
    expect(own({}, { iteration: 80 })).toEqual({ micros: 5_000_000 });
    expect(own({}, { iteration: "none" })).toEqual({ micros: 5_000_000 });
    expect(own({}, { iteration: 2 })).toEqual({ micros: 2_000_000 });
    expect(own({ iteration: "none" }, { iteration: 80 })).toEqual({ micros: 80_000_000 });
    expect(own({}, { iteration: { tokens: 7 } })).toEqual({ micros: 5_000_000, tokens: 7 });
  });
});

test("budgets and the length of replies come from both files", () => {
  const { policy, budgetFor } = teamOf(
    { budget: { iteration: 9, task: 1 }, output: { coding: 500 } },
    { budget: { iteration: 5, member: { tokens: 10 } } },
  );
  expect(budgetFor("iteration", true)).toEqual({
    caps: { session: { micros: 5_000_000 }, task: { micros: 1_000_000 }, seat: { tokens: 10 } },
    isDefault: false,
  });
  expect(budgetFor("do", true)).toMatchObject({ caps: { session: { micros: 1_000_000 } }, isDefault: true });
  expect(policy.output).toEqual({ ...defaultOutput, coding: 500 });
});
