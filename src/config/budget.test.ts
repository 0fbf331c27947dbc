import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultOutput } from "../core/terms/defaults.ts";
import { type Budget, budgetSchema, capsOf } from "./budget.ts";
import { policyOf } from "./team/read-team.ts";

describe("a budget in a file", () => {
  test("is dollars, or tokens, or both", () => {
    expect(capsOf({ iteration: 5, task: { tokens: 9 }, member: { dollars: 0.5, tokens: 7 } })).toEqual({
      session: { micros: 5_000_000 },
      task: { tokens: 9 },
      seat: { micros: 500_000, tokens: 7 },
    });
    expect(capsOf({ iteration: 5, do: 1 }, {}, "do")).toEqual({ session: { micros: 1_000_000 } });
    expect(capsOf({}, { iteration: {} })).toBeUndefined();
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
      ),
      { nil: undefined },
    );
    const budget = fc
      .record({ iteration: cap, task: cap, member: cap })
      .map((caps) => budgetSchema.parse(JSON.parse(JSON.stringify(caps))) as Budget);
    fc.assert(
      fc.property(budget, budget, (user, project) => {
        const [alone, together] = [capsOf(user), capsOf(user, project)];
        for (const scope of ["session", "task", "seat"] as const)
          for (const unit of ["micros", "tokens"] as const) {
            const allowed = alone?.[scope]?.[unit] ?? Number.POSITIVE_INFINITY;
            expect(together?.[scope]?.[unit] ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(allowed);
          }
      }),
    );
  });
});

test("budgets and the length of replies become policy", () => {
  const policy = policyOf(
    { budget: { iteration: 9, task: 1 }, output: { coding: 500 } },
    { budget: { iteration: 5, member: { tokens: 10 } } },
  );
  expect(policy.budget).toEqual({
    session: { micros: 5_000_000 },
    task: { micros: 1_000_000 },
    seat: { tokens: 10 },
  });
  expect(policy.output).toEqual({ ...defaultOutput, coding: 500 });
  expect(policyOf({})).not.toHaveProperty("budget");
});
