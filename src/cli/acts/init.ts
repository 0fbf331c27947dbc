import type { Project } from "../../app/project.ts";
import { executionOf } from "../../app/settings/trust.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle init`: writes .huddle/team.json, and nothing else in the project. Commits nothing, stages nothing. */
export async function initAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const { root } = project;
  const settings = await wire.settings();
  const plan = await settings.planInit(root);
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
  report(wire, options, { path, written: !kept, team, why, differs }, lines, await nextAfterInit(wire));
  return exitCodes.finished;
}

/** Huddle has just written these commands itself and says which, so nobody is asked about them again. */
async function trustOwn({ readTeam, hash, trust }: Project): Promise<void> {
  const execution = executionOf(await readTeam(), hash);
  if (execution) await trust.give(execution.hash);
}

/** What is still missing before a session can start. */
async function nextAfterInit(wire: Wire): Promise<NextStep> {
  const repository = await wire.repository();
  if (repository?.identity === undefined)
    return {
      command: 'git config --global user.name "Your Name" && git config --global user.email you@example.com',
      why: "git does not know who you are, and commits carry your name",
    };
  if (repository.head === undefined)
    return {
      command: 'git add -A && git commit -m "First commit"',
      why: "the team starts from a commit, and there is none yet",
    };
  return { command: 'huddle new "what should be built"', why: "the team is ready" };
}
