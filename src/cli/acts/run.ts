import { cutOffWords } from "../../app/look/cut-off.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { setMeeting } from "../../app/say/set-meeting.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { setPace } from "../../app/settings/set-pace.ts";
import { writeVerdict } from "../../app/unattended/write-verdict.ts";
import { assertPrompts } from "../../core/terms/prompt-files.ts";
import type { RunTyped } from "../command-spec.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { RunOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { verdictTarget } from "./conclude-run.ts";
import { playToEnd } from "./play-to-end.ts";

/** `huddle run`: runs the session, or watches the process that does, and asks the person if one is there. */
export async function runAct(wire: Wire, options: RunOptions, run: RunTyped): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { journal } = at.files;
    const over = journal.state().session.ending;
    const write = await verdictTarget(wire, options);
    if (over) {
      if (write) await write((await writeVerdict(at.project, at.files, { kind: "finished", ...over })).text);
      report(
        wire,
        options,
        { session: at.files.id },
        [`This session is over: ${over.why}.`],
        await nextAt(at),
      );
      return exitCodes.finished;
    }
    const cutOff = cutOffWords(at.files);
    if (cutOff !== undefined) wire.output.err(`${cutOff}\n`);
    if (options.dryRun) {
      assertPrompts(await at.project.promptFiles());
      const { dryRunAct } = await import("./dry-run.ts");
      return dryRunAct(wire, options, at);
    }
    if (options.auto) await setPace(journal, "auto", "--auto");
    else if (options.pace) await setPace(journal, options.pace, `--pace ${options.pace}`);
    if (options.meeting) await setMeeting(journal, options.meeting, "");
    return playToEnd(wire, { ...options, run }, at, { write });
  });
}
