import { deepStrictEqual } from "node:assert";
import type { Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import { emptyAccount } from "../../src/core/rules/accounts.ts";
import type { Account } from "../../src/core/state/money.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { attemptsOf } from "../../src/core/views/cost/attempts.ts";
import { costNames, type Sum, spendingBy, spendingOf } from "../../src/core/views/cost/cost.ts";

/** What a bill of the session says equals what budgets are held against, for the whole, each task and each member. */
export function checkBooks(facts: readonly Fact[]): void {
  const { accounts } = facts.reduce(fold, emptyState);
  const lines = attemptsOf(facts);
  const accountsFrom = (name: "task" | "member", prefix: string) =>
    spendingBy(lines, costNames[name])
      .filter((share) => share.name !== "talk")
      .map((share) => [`${prefix}:${share.name}`, accountOf(share.spending)]);
  deepStrictEqual(
    { session: emptyAccount, ...accounts },
    {
      session: accountOf(spendingOf(lines)),
      ...Object.fromEntries([...accountsFrom("task", "task"), ...accountsFrom("member", "seat")]),
    },
    "the bill is not what the accounts say",
  );
}

function accountOf({ spent, reserved, unconfirmed }: Record<keyof Account, Sum>): Account {
  const amount = ({ tokens, micros }: Sum) => ({ tokens, micros });
  return { spent: amount(spent), reserved: amount(reserved), unconfirmed: amount(unconfirmed) };
}
