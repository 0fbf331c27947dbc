import { withSession } from "../../app/sessions/with-session.ts";
import { takeTask } from "../../app/tasks/take-task.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle task take t1`: the person works on it; prints where. */
export async function taskTakeAct(wire: Wire, id: string, options: CommonOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const taken = await takeTask(at.project, at.files, id, wire.stop());
    const session = at.files.id;
    if (!taken) {
      const words = [
        ...headingOf(at),
        `${id} is not yours yet. Huddle hands it over as soon as nobody is at work on it.`,
      ];
      report(wire, options, { session, task: id, taken: false }, words, {
        command: `huddle task take ${id}`,
        why: "waits for that again",
      });
      return exitCodes.stopped;
    }
    const { worktree, already } = taken;
    const words = [
      ...headingOf(at),
      already
        ? `${id} is with you already.`
        : `${id} is with you. Nobody else touches its worktree until you give it back.`,
      `  ${worktree}`,
      `  Open it: huddle task open ${id}`,
      `  When it is finished: huddle task give ${id} --done -m "…"`,
    ];
    report(wire, options, { session, ...taken, taken: true }, words, {
      command: `huddle task give ${id}`,
      why: "gives it back to its engineer, with what you have changed",
    });
    return exitCodes.finished;
  });
}
