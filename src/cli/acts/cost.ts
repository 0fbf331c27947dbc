import { allCosts, budgetsLeft, type CostLine, costLines } from "../../app/look/cost.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import { spendingOf } from "../../core/views/cost/cost.ts";
import { budgetLine, costSummary } from "../../core/views/cost/cost-table.ts";
import { type CostOrder, ordersOfOne, sharesOf, shareTables } from "../../core/views/cost/shares.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { costCsv } from "../print/cost-csv.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface CostOptions extends CommonOptions {
  readonly by?: CostOrder;
  readonly csv?: boolean;
  /** All sessions of the repository. */
  readonly all?: boolean;
}

/** `huddle cost`: what was spent, on what, and what is left. Uses events only and asks no model. */
export async function costAct(wire: Wire, options: CostOptions): Promise<ExitCode> {
  if (options.csv && options.json) throw new Fault("usage", "Choose one: --csv or --json.");
  if (options.all && options.session !== undefined)
    throw new Fault("usage", "Choose one: --all or --session.");
  return options.all || (options.by === "session" && options.session === undefined)
    ? costOfAll(wire, options)
    : costOfOne(wire, options);
}

async function costOfOne(wire: Wire, options: CostOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  return withSession(project, options.session, async (at) => {
    const { files } = at;
    const lines = await costLines(project, files);
    if (options.csv) return printCsv(wire, lines);
    const { title } = files.journal.state().session;
    const shares = sharesOf(lines, options.by === undefined ? ordersOfOne : [options.by]);
    const budgets = budgetsLeft(files);
    const total = spendingOf(lines);
    const words = [
      `${files.id}: ${oneLine(title)}`,
      ...costSummary(lines),
      ...budgets.map(budgetLine),
      ...shareTables(shares, total),
    ];
    const document = { session: files.id, title, total, by: Object.fromEntries(shares), budgets };
    report(wire, options, document, words, await nextAt(at));
    return exitCodes.finished;
  });
}

async function costOfAll(wire: Wire, options: CostOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const { lines, damaged } = await allCosts(project);
  if (options.csv) return printCsv(wire, lines);
  const shares = sharesOf(lines, [options.by ?? "session"]);
  const total = spendingOf(lines);
  const words = [
    "All sessions:",
    ...costSummary(lines),
    ...shareTables(shares, total),
    ...damaged.map(({ session, damage }) => `Session ${session} cannot be read. ${damage}`),
  ];
  const document = { total, by: Object.fromEntries(shares), damaged };
  const why = "for one session: --session <id>";
  report(wire, options, document, words, { command: "huddle cost --by model --all", why });
  return exitCodes.finished;
}

function printCsv(wire: Wire, lines: readonly CostLine[]): ExitCode {
  wire.output.out(costCsv(lines));
  return exitCodes.finished;
}
