import { dropLines, isDropped } from "../../app/ship/drop-lines.ts";
import { type DropPlan, dropSession, planDrop } from "../../app/ship/drop-session.ts";
import { Fault } from "../../core/fault.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { namedSession } from "./named-session.ts";

export interface DropOptions extends CommonOptions {
  readonly yes?: boolean;
}

const next = { command: "huddle status", why: "how things stand here" };

/** `huddle drop <session>`: ends it, keeps its log, and removes what it left in git and on the disk. */
export async function dropAct(
  wire: Wire,
  argument: string | undefined,
  options: DropOptions,
): Promise<ExitCode> {
  const session = namedSession("drop", argument, options);
  const project = await wire.openProject();
  const plan = await planDrop(project, session);
  const { fence: _, ...document } = plan;
  if (isDropped(plan)) {
    report(wire, options, { ...document, dropped: false }, dropLines(plan), next);
    return exitCodes.finished;
  }
  if (!options.json) wire.output.out(`${dropLines(plan).join("\n")}\n`);
  if (!(await agreed(wire, plan, options))) {
    report(wire, options, { ...document, dropped: false }, ["Nothing was removed."], next);
    return exitCodes.finished;
  }
  await dropSession(project, plan);
  report(wire, options, { ...document, dropped: true }, wayBack(plan), next);
  return exitCodes.finished;
}

/** Git keeps commits that no branch names for some weeks. */
function wayBack(plan: DropPlan): readonly string[] {
  const { session, branches } = plan;
  const main = branches.find(
    ({ name, checkedOutAt }) => name.endsWith("/main") && checkedOutAt === undefined,
  );
  const back = main
    ? [`  To bring back what had landed: git branch ${session} ${main.commit.slice(0, 12)}`]
    : [];
  const again =
    plan.unreadable === undefined ? [`  To go on with it after all: huddle reopen ${session}`] : [];
  return [`Dropped ${session}.`, ...back, ...again];
}

async function agreed(wire: Wire, { session }: DropPlan, { yes, json }: DropOptions): Promise<boolean> {
  if (yes) return true;
  if (!wire.terminal.canAsk || json)
    throw new Fault("usage", `To remove all this without being asked: huddle drop ${session} --yes`);
  return askYesNo(wire, "Remove all this?");
}
