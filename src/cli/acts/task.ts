import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { pageOf } from "../../app/tasks/task-page.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { pageLines } from "../../core/views/task/page-lines.ts";
import type { TaskPage } from "../../core/views/task/task-page.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { localTime } from "../print/local-time.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle task t1`: all that there is to know about one task. */
export async function taskAct(wire: Wire, id: string, options: CommonOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const page = await pageOf(at.project, at.files, id);
    const now = wire.clock.now();
    const lines = pageLines(page, (instant) => localTime(instant, now)).map(plainText);
    report(wire, options, { session: at.files.id, task: page }, [...headingOf(at), ...lines, ""], {
      ...(nextFor(page) ?? (await nextAt(at))),
    });
    return exitCodes.finished;
  });
}

/** What waits for the person because of this task comes first. */
function nextFor({ waits }: TaskPage): NextStep | undefined {
  const [wait] = waits;
  const command = wait?.answers[0];
  return wait && command !== undefined ? { command, why: wait.title } : undefined;
}
