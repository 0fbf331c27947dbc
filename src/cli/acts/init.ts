import type { Project } from "../../app/project.ts";
import { whereaboutsOf } from "../../app/ready/whereabouts.ts";
import { assertTrusted, executedLines, executionOf } from "../../app/settings/trust.ts";
import type { Trial } from "../../core/ports/check-run.ts";
import { leadOf } from "../../core/views/next/lead.ts";
import { trialSummary } from "../../core/views/next/trial-lines.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import { wrapped } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";
import { groundOf } from "./ground-of.ts";
import { tryAndTell } from "./try-and-tell.ts";

export interface InitOptions extends CommonOptions {
  /** Tries the checks without asking. */
  readonly try?: boolean;
}

/**
 * `huddle init`: writes .huddle/team.json and its schema, and nothing else in the project. Commits nothing, stages
 * nothing. After a yes, it tries what it found.
 */
export async function initAct(wire: Wire, options: InitOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const settings = await wire.settings();
  const plan = await settings.planInit(project.root);
  const { path, team, why, kept } = plan;
  if (!kept) {
    await settings.writeTeamFile(plan);
    await trustOwn(project);
  }
  const differs = kept?.differs ?? [];
  const lines = kept
    ? [
        `${path} already exists and was left as it is.`,
        ...differs.map(
          ({ field, yours, detected }) =>
            `  ${field}: yours is ${JSON.stringify(yours)}; detected now: ${JSON.stringify(detected)}`,
        ),
        ...(differs.length === 0 ? ["  Nothing would be changed."] : []),
      ]
    : [`Wrote ${path}`, ...why.map((line) => `  ${line}`), "Nothing was committed."];
  if (!options.json) wire.output.out([...wrapped(wire.terminal, lines), ""].join("\n"));
  const trial = await tried(wire, options, project);
  const { next } = leadOf((await whereaboutsOf(groundOf(wire))).at);
  const document = { path, written: !kept, team, why, differs, tried: trial ?? null };
  report(wire, options, document, trial ? [trialSummary(trial)] : [], next);
  return exitCodes.finished;
}

/** What set-up and checks say on the commit that is checked out. Undefined: nobody wants that, or nothing is there. */
async function tried(wire: Wire, options: InitOptions, project: Project): Promise<Trial | undefined> {
  const repository = await wire.repository();
  const team = await project.readTeam();
  const execution = executionOf(team, project.hash);
  if (repository?.head === undefined || !execution) return undefined;
  const isAsked = wire.terminal.canAsk && !options.json && !options.try;
  if (!isAsked && !options.try) return undefined;
  if (isAsked) {
    wire.output.out(["These would run, in a clean checkout:", ...executedLines(execution), ""].join("\n"));
    if (!(await askYesNo(wire, "Try them now? Enter: yes", true))) return undefined;
  }
  // Whoever was shown the lines and said yes trusts them.
  await assertTrusted(project, execution, isAsked ? async () => true : askTrust(wire, options));
  return tryAndTell(wire, options, { project, team, commit: repository.head });
}

/** Huddle has just written these commands itself and says which, so nobody is asked about them again. */
async function trustOwn({ readTeam, hash, trust }: Project): Promise<void> {
  const execution = executionOf(await readTeam(), hash);
  if (execution) await trust.give(execution.hash);
}
