import { budgetsLeft } from "../../app/look/cost.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { budgetWith, checkPrices, setBudget } from "../../app/settings/set-budget.ts";
import { budgetLine } from "../../core/views/cost/cost-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { type BudgetOptions, type CommonOptions, capFrom } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export type BudgetActOptions = CommonOptions & Pick<BudgetOptions, "tokenBudget">;

/** `huddle budget [dollars]`: sets what the session may spend in total, and says what is left. */
export async function budgetAct(
  wire: Wire,
  budget: BudgetOptions["budget"],
  options: BudgetActOptions,
): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { project, files } = at;
    const wish = capFrom({ ...options, ...(budget !== undefined && { budget }) });
    const { seats, policy } = files.journal.state().session;
    const wanted = budgetWith(policy.budget, wish, seats, project.price);
    checkPrices(wanted, seats, project.price, "huddle budget");
    await setBudget(files.journal, wish, project.price);
    const budgets = budgetsLeft(files);
    const words = budgets.some(({ key }) => key === "session")
      ? []
      : ["Nothing limits what the session spends."];
    report(
      wire,
      options,
      { session: files.id, budgets },
      [...headingOf(at), ...words, ...budgets.map(budgetLine)],
      await nextAt(at),
    );
    return exitCodes.finished;
  });
}
