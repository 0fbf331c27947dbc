import { nextAt } from "../../app/look/next-for.ts";
import { retryTasks } from "../../app/say/retry-tasks.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle task retry t1`: a task that failed starts afresh; one that waits for the person goes on where it stopped. */
export async function taskRetryAct(
  wire: Wire,
  ids: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { journal, id: session } = at.files;
    const retried = await retryTasks(journal, ids);
    const lines = retried.map(({ task, how }) =>
      how === "afresh"
        ? `${task} starts afresh, with what was learned.`
        : `${task} goes on where it stopped.`,
    );
    report(wire, options, { session, retried }, [...headingOf(at), ...lines], await nextAt(at));
    return exitCodes.finished;
  });
}
