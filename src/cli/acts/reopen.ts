import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type Reopened, reopenSession } from "../../app/ship/reopen-session.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { namedSession } from "./named-session.ts";

/** `huddle reopen <session>`: goes on with a session that was shipped or dropped. */
export async function reopenAct(
  wire: Wire,
  argument: string | undefined,
  options: CommonOptions,
): Promise<ExitCode> {
  const session = namedSession("reopen", argument, options);
  return withSession(await wire.openProject(), session, async (at) => {
    const reopened = await reopenSession(at.project, at.files);
    const next = reopened.shipped
      ? { command: 'huddle say "…"', why: "what should change; then: huddle run" }
      : await nextAt(at);
    report(wire, options, { session, ...reopened }, linesOf(session, reopened), next);
    return exitCodes.finished;
  });
}

function linesOf(session: string, { was, shipped, again }: Reopened): readonly string[] {
  return [
    `${session} is open again. It was over: ${oneLine(was)}.`,
    ...(shipped ? ["  What was shipped stays. To take it back instead: huddle ship --undo"] : []),
    ...(again.length > 0 ? [`  Their worktrees are gone, so these start again: ${again.join(", ")}`] : []),
    "  Commands without --session are about it.",
  ];
}
