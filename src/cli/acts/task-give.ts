import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type Given, giveTask } from "../../app/tasks/give-task.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface TaskGiveOptions extends CommonOptions {
  readonly done?: boolean;
  readonly message?: string;
}

/** `huddle task give t1 [--done]`: back to its engineer, or on to its checks. */
export async function taskGiveAct(wire: Wire, id: string, options: TaskGiveOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { done: isDone = false, message: words = "" } = options;
    const given = await giveTask(at.project, at.files, id, { isDone, words });
    const lines = [...headingOf(at), ...linesOf(given)];
    report(wire, options, { session: at.files.id, ...given }, lines, await nextAt(at));
    return exitCodes.finished;
  });
}

function linesOf({ task, how, owner, changed }: Given): readonly string[] {
  const changes = changed.map(({ path, added, removed }) => `  ${oneLine(path)}  +${added} −${removed}`);
  const what = changed.length === 0 ? "You changed nothing in it." : "You changed:";
  return [
    how === "finished"
      ? `${task} goes to its checks and its review.`
      : `${task} is back with ${owner ?? "its engineer"}.`,
    what,
    ...changes,
  ];
}
