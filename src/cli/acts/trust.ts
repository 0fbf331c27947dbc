import { firstStep, nextAt } from "../../app/look/next-for.ts";
import type { Project } from "../../app/project.ts";
import { findSession } from "../../app/sessions/pick-session.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { followTeam } from "../../app/settings/follow-team.ts";
import { type Execution, executedLines, executionOf } from "../../app/settings/trust.ts";
import { Fault } from "../../core/fault.ts";
import type { Permit } from "../../core/terms/policy.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface TrustOptions extends CommonOptions {
  readonly give?: boolean;
  readonly revoke?: number;
}

/** `huddle trust [--give]`: says what the repository has Huddle execute and whether that is trusted, or trusts it. */
export async function trustAct(wire: Wire, options: TrustOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const execution = await executionHere(project, options.session);
  if (execution && options.give) await project.trust.give(execution.hash);
  const trusted = execution === undefined || (await project.trust.hashes()).includes(execution.hash);
  const { hash = null, runs = [] } = execution ?? {};
  const revoked = await revoke(project, options.revoke);
  const permits = await project.permits.all();
  const lines = [...linesOf(execution, trusted), ...permitLines(permits, revoked)];
  report(
    wire,
    options,
    { hash, runs, trusted, permits, ...(revoked && { revoked }) },
    lines,
    trusted ? await nextHere(project, options.session) : giveFirst,
  );
  return exitCodes.finished;
}

async function revoke(project: Project, number: number | undefined): Promise<Permit | undefined> {
  if (number === undefined) return undefined;
  const permits = await project.permits.all();
  const permit = permits[number - 1];
  if (!permit)
    throw new Fault(
      "usage",
      permits.length === 0
        ? "You have allowed nothing for good in this repository."
        : `There are only ${permits.length}. Type huddle trust to see them.`,
    );
  await project.permits.revoke(permit);
  return permit;
}

function permitLines(permits: readonly Permit[], revoked: Permit | undefined): readonly string[] {
  return [
    ...(revoked ? [`Taken back: ${oneLine(revoked.match)}. The next run of each session asks again.`] : []),
    ...(permits.length > 0 ? ["You have allowed for good, in this repository:"] : []),
    ...permits.map(({ kind, match }, index) => `  ${index + 1}  ${words[kind]} ${oneLine(match)}`),
    ...(permits.length > 0 ? ["To take one back: huddle trust --revoke <number>"] : []),
  ];
}

const words: Readonly<Record<Permit["kind"], string>> = { command: "run", path: "write" };

/** What new sessions execute, or the one with this name. */
async function executionHere(project: Project, wanted: string | undefined): Promise<Execution | undefined> {
  const team = await project.readTeam();
  if (wanted === undefined) return executionOf(team, project.hash);
  return withSession(project, wanted, async ({ files }) =>
    executionOf(followTeam(files.journal.state(), team, project).session, project.hash),
  );
}

function linesOf(execution: Execution | undefined, trusted: boolean): readonly string[] {
  if (!execution) return ["This repository has Huddle execute nothing, so there is nothing to trust."];
  const heading = trusted
    ? "You trust this repository to have Huddle execute, until it changes:"
    : "This repository has Huddle execute commands that you do not trust yet:";
  return [heading, ...executedLines(execution)];
}

const giveFirst: NextStep = {
  command: "huddle trust --give",
  why: "if you have read them, and what they start",
};

/** Trust is decided before there is a session, or for one that waits for it. */
async function nextHere(project: Project, wanted: string | undefined): Promise<NextStep> {
  const picked = await findSession(project, wanted);
  if (!picked) return firstStep;
  const { files, oneOfMany } = picked;
  try {
    return await nextAt({ project, files, oneOfMany, named: wanted !== undefined && oneOfMany });
  } finally {
    await files.close();
  }
}
