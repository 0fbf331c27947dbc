import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { unblockTask } from "../../app/tasks/unblock-task.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface TaskUnblockOptions extends CommonOptions {
  readonly message?: string;
}

/** `huddle task unblock t1 -m "…"`: a task that was blocked goes on where it was. */
export async function taskUnblockAct(
  wire: Wire,
  id: string,
  { message = "", ...options }: TaskUnblockOptions,
): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { journal, id: session } = at.files;
    await unblockTask(journal, id, message);
    report(
      wire,
      options,
      { session, task: id },
      [...headingOf(at), `${id} goes on where it was.`],
      await nextAt(at),
    );
    return exitCodes.finished;
  });
}
