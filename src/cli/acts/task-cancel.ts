import { nextAt } from "../../app/look/next-for.ts";
import { cancelTasks, waitingFor } from "../../app/say/cancel-tasks.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface TaskCancelOptions extends CommonOptions {
  readonly yes?: boolean;
  readonly revert?: boolean;
}

/** `huddle task cancel t1 t2`: ends tasks without their work. What builds on them waits for the person. */
export async function taskCancelAct(
  wire: Wire,
  ids: readonly string[],
  options: TaskCancelOptions,
): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { journal, id: session } = at.files;
    const cancelled = await cancelTasks(journal, ids, options.yes === true);
    const waiting = waitingFor(journal.state(), ids);
    const lines = [
      ...cancelled.map(({ task, how }) =>
        how === "now"
          ? `${task} is cancelled.`
          : `Huddle first finishes what it has begun in git for ${task}, then cancels ${task}. If ${task} lands in that way, it stays landed.`,
      ),
      ...(waiting.length > 0
        ? [`${waiting.join(", ")} ${waiting.length === 1 ? "waits" : "wait"} for you: huddle inbox`]
        : []),
    ];
    report(wire, options, { session, cancelled, waiting }, [...headingOf(at), ...lines], await nextAt(at));
    return exitCodes.finished;
  });
}
