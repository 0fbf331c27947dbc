import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type SplitAsked, splitTask } from "../../app/tasks/split-task.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface TaskSplitOptions extends CommonOptions {
  readonly message?: string;
}

/** `huddle task split t1`: the architect divides it, and the person looks at that before it counts. */
export async function taskSplitAct(
  wire: Wire,
  id: string,
  { message = "", ...options }: TaskSplitOptions,
): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { journal, id: session } = at.files;
    const asked = await splitTask(journal, id, message);
    report(wire, options, { session, ...asked }, [...headingOf(at), said(asked)], await nextAt(at));
    return exitCodes.finished;
  });
}

function said({ task, by, how }: SplitAsked): string {
  switch (how) {
    case "now":
      return `${by} divides ${task}. Nobody works on it until you have looked at the parts.`;
    case "later":
      return `Huddle first finishes what it has begun in git for ${task}, then ${by} divides it. If ${task} lands in that way, it stays landed.`;
    case "already":
      return `${by} is asked to divide ${task} already.`;
  }
}
