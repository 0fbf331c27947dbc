import { setPace } from "../../app/say/set-pace.ts";
import { assertPrompts } from "../../core/terms/prompt-files.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { RunOptions } from "../options.ts";
import { playRun } from "../play-run.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { withSession } from "../with-session.ts";
import { concludeRun } from "./conclude-run.ts";

/** `huddle run`: drives the session, or watches whoever does, and asks the person when one is there. */
export async function runAct(wire: Wire, options: RunOptions): Promise<ExitCode> {
  return withSession(wire, options, async (at) => {
    const { journal } = at.files;
    const over = journal.state().session.ending;
    if (over) {
      report(
        wire,
        options,
        { session: at.files.id },
        [`This session is over: ${over.why}.`],
        await at.next(),
      );
      return exitCodes.finished;
    }
    if (options.dryRun) {
      assertPrompts(await at.project.promptFiles());
      const { dryRunAct } = await import("./dry-run.ts");
      return dryRunAct(wire, options, at);
    }
    if (options.auto) await setPace(journal, "auto", "--auto");
    else if (options.pace) await setPace(journal, options.pace, `--pace ${options.pace}`);
    return concludeRun(wire, options, at, await playRun(wire, options, at));
  });
}
