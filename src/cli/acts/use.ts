import { type MeantSession, meantSession } from "../../app/sessions/pick-session.ts";
import { useSession } from "../../app/sessions/use-session.ts";
import { Fault } from "../../core/fault.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface UseOptions extends CommonOptions {
  readonly none?: boolean;
}

/** `huddle use [session]`: which session is meant by commands that name none. */
export async function useAct(
  wire: Wire,
  session: string | undefined,
  options: UseOptions,
): Promise<ExitCode> {
  if (options.none && session !== undefined)
    throw new Fault("usage", `Choose one session or none: huddle use ${session}, or huddle use --none`);
  const project = await wire.openProject();
  if (session !== undefined) await useSession(project, session);
  if (options.none) await project.sessions.choose(undefined);
  const meant = await meantSession(project, await project.sessions.list());
  const document = { session: meant?.id ?? null, as: meant?.as ?? null };
  const next = meant
    ? { command: "huddle status", why: `how ${meant.id} stands` }
    : { command: "huddle sessions", why: "all sessions" };
  report(wire, options, document, [sentence(meant)], next);
  return exitCodes.finished;
}

function sentence(meant: MeantSession | undefined): string {
  switch (meant?.as) {
    case undefined:
      return "There is no session that commands could be about.";
    case "chosen":
      return `Commands without --session are about ${meant?.id}, which you chose, until it is over or you start another.`;
    case "newest":
      return `Commands without --session are about ${meant?.id}, the newest that is open. To choose: huddle use <session>`;
    case "over":
      return `Commands without --session are about ${meant?.id}, the newest of all. None is open.`;
  }
}
