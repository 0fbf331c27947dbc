import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type Hurried, hurryTask } from "../../app/tasks/hurry-task.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle task land t1`: it lands before the others that wait. */
export async function taskLandAct(wire: Wire, id: string, options: CommonOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const how = await hurryTask(at.files.journal, id);
    const words = said(id, how);
    const document = { session: at.files.id, task: id, inLine: how === "line" };
    report(wire, options, document, [...headingOf(at), words], await nextAt(at));
    return exitCodes.finished;
  });
}

function said(id: string, how: Hurried): string {
  switch (how) {
    case "line":
      return `${id} is first in line: it lands right behind the task whose turn it is.`;
    case "begins":
      return `${id} has not begun. It begins before the others that wait, and lands before them.`;
    case "later":
      return `${id} is not ready to land. Once it is, it lands before the others that wait.`;
  }
}
