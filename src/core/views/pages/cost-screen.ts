import { spendingOf } from "../cost/cost.ts";
import { budgetLine, costSummary } from "../cost/cost-table.ts";
import { ordersOfOne, sharesOf, shareTables } from "../cost/shares.ts";
import { pageScreen } from "../page/page-screen.ts";
import type { Gives } from "../screen/needs.ts";

/** What was spent, on what, and what is left: of the open session, or of all. */
export const costScreen = pageScreen({
  title: "Cost",
  hang: 6,
  all: "shows all sessions of the repository, or the open one",
  lines(at, all) {
    const isAll = all || !at.session;
    const seen = isAll ? at.read({ kind: "cost-of-all" }) : at.read({ kind: "cost" });
    return seen.kind === "there" ? { kind: "there", value: costWords(seen.value, isAll) } : seen;
  },
});

function costWords({ lines, budgets, damaged }: Gives<"cost">, isAll: boolean): readonly string[] {
  const title = isAll ? "All sessions" : "This session";
  const shares = sharesOf(lines, isAll ? ["session", "member", "model"] : ordersOfOne);
  return [
    title,
    ...costSummary(lines),
    ...budgets.map(budgetLine),
    ...shareTables(shares, spendingOf(lines)),
    ...damaged.map(({ session, damage }) => `Session ${session} cannot be read. ${damage}`),
  ];
}
