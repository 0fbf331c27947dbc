import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { planHotfix } from "../../app/tasks/plan-hotfix.ts";
import { Fault } from "../../core/fault.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type BriefOptions, briefOf } from "../brief-of.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { RunOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

type HotfixOptions = RunOptions & BriefOptions & { readonly in?: string };

/** `huddle do --hotfix "title" [brief]`: one more task in what is being built, before all others. Runs nothing itself. */
export async function hotfixAct(
  wire: Wire,
  title: string,
  words: readonly string[],
  options: HotfixOptions,
): Promise<ExitCode> {
  refuseRunning(options);
  const brief = await briefOf(wire, words, options);
  return withSession(await wire.openProject(), options.session, async (at) => {
    const planned = await planHotfix(at.files.journal, { title, brief });
    const { task, owner } = planned;
    const lines = [
      `${task} is planned, and goes first: ${oneLine(planned.title)}`,
      owner === undefined
        ? `  Say who builds it: huddle assign ${task} <name>`
        : `  ${owner} has it, as soon as an engineer is free; it lands before the others that wait.`,
    ];
    report(
      wire,
      options,
      { session: at.files.id, ...planned },
      [...headingOf(at), ...lines],
      await nextAt(at),
    );
    return exitCodes.finished;
  });
}

/** What is about a run, or about a session of its own. */
const ofRuns = ["in", "auto", "all", "ship", "verdict", "wait", "budget", "tokenBudget"] as const;

function refuseRunning(options: HotfixOptions): void {
  const given = ofRuns.find((name) => options[name] !== undefined && options[name] !== false);
  if (given === undefined) return;
  const typed = given === "tokenBudget" ? "token-budget" : given;
  throw new Fault(
    "usage",
    `--${typed} is for work on its own. --hotfix plans a task into what is being built; the run goes on with: huddle run`,
  );
}
