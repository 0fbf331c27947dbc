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
  if (isNothing(plan)) {
    report(
      wire,
      options,
      { ...document, dropped: false },
      [`Nothing is left of ${session} but its log.`],
      next,
    );
    return exitCodes.finished;
  }
  if (!options.json) wire.output.out(`${planLines(plan).join("\n")}\n`);
  if (!(await agreed(wire, plan, options))) {
    report(wire, options, { ...document, dropped: false }, ["Nothing was removed."], next);
    return exitCodes.finished;
  }
  await dropSession(project, plan);
  report(wire, options, { ...document, dropped: true }, wayBack(plan), next);
  return exitCodes.finished;
}

function isNothing({ branches, held, folders, ends }: DropPlan): boolean {
  return branches.length + held + folders.length === 0 && !ends;
}

function planLines(plan: DropPlan): readonly string[] {
  const { session, branches, held, folders } = plan;
  return [
    `Dropping ${session}:`,
    `  ${logLine(plan)}`,
    ...branches.map(({ name, commit, checkedOutAt }) =>
      checkedOutAt === undefined
        ? `  removes the branch ${name} (${commit.slice(0, 8)})`
        : `  keeps the branch ${name}: it is checked out at ${checkedOutAt}`,
    ),
    ...(held > 0 ? ["  lets git remove objects that only this session needs"] : []),
    ...folders.map(folderLine),
  ];
}

/** Only a worktree holds work: `t1.41`, but not `tmp.41`. */
function folderLine(path: string): string {
  const isWorktree = /\/(?!tmp\.)[^/]+\.\d+(-\d+)?$/.test(path);
  return `  removes ${path}${isWorktree ? ", with what is not committed there" : ""}`;
}

function logLine({ ends, unreadable }: DropPlan): string {
  if (unreadable !== undefined)
    return "its log cannot be read, so Huddle does not know whether it is over; the log stays as it is";
  return ends ? "ends the session; its log stays" : "the session is over already; its log stays";
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
