import type { AttemptLine } from "./attempts.ts";
import { type CostName, costNames, type Share, type Spending, spendingBy } from "./cost.ts";
import { costTable } from "./cost-table.ts";

/** One request of one of several sessions. */
interface LineOfSession extends AttemptLine {
  readonly session: string;
}

export type CostOrder = CostName | "session";

/** What each name has spent, once for each order. */
export type Shares = readonly (readonly [string, readonly Share[]])[];

/** All orders that say something about one session. */
export const ordersOfOne: readonly CostName[] = ["phase", "task", "member", "model"];

export function sharesOf(lines: readonly LineOfSession[], orders: readonly CostOrder[]): Shares {
  const names = { ...costNames, session: (line: LineOfSession) => line.session };
  return orders.map((by) => [by, spendingBy(lines, names[by])]);
}

/** If all requests were talk, a table by task says nothing. */
export function shareTables(shares: Shares, whole: Spending): readonly string[] {
  return shares.flatMap(([by, rows]) =>
    rows.length === 0 || (by === "task" && rows.every(({ name }) => name === "talk"))
      ? []
      : costTable(by, rows, whole),
  );
}
