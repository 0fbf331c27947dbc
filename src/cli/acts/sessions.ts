import { firstStep, nextAt } from "../../app/look/next-for.ts";
import type { Project } from "../../app/project.ts";
import { listSessions } from "../../app/sessions/list-sessions.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import {
  isOver,
  type ListedSession,
  mostOver,
  sessionRows,
} from "../../core/views/documents/session-rows.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface SessionsOptions extends CommonOptions {
  readonly all?: boolean;
}

/** `huddle sessions`: all of them, with phase, age, cost and what needs the person. */
export async function sessionsAct(wire: Wire, options: SessionsOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const sessions = await listSessions(project);
  const over = sessions.filter(isOver);
  const hidden = options.all ? [] : over.slice(mostOver);
  const shown = sessions.filter((one) => !hidden.includes(one));
  const lines = [
    ...(sessions.length === 0
      ? [`No session in ${project.root} yet.`]
      : sessionRows(shown, wire.clock.now())),
    ...(hidden.length > 0 ? [`  and ${hidden.length} older that are over: huddle sessions --all`] : []),
  ];
  report(
    wire,
    options,
    { sessions: options.json ? sessions : shown },
    lines,
    await nextOf(project, sessions),
  );
  return exitCodes.finished;
}

/** A session that needs the person comes before one that does not; among equals, the one that is meant without a name. */
async function nextOf(project: Project, sessions: readonly ListedSession[]): Promise<NextStep> {
  const damaged = sessions.find((one) => "unreadable" in one);
  if (damaged) return { command: "huddle doctor", why: `${damaged.session} cannot be read` };
  const open = sessions.filter((one) => !isOver(one) && !("unreadable" in one) && one.began);
  const needing = open.filter((one) => !("unreadable" in one) && one.needs.length > 0);
  const [first] = (needing.length > 0 ? needing : open).toSorted(
    (one, other) => Number(other.isMeant) - Number(one.isMeant),
  );
  if (!first) return sessions.length === 0 ? firstStep : { ...firstStep, why: "nothing is open" };
  return withSession(project, first.session, (at) => nextAt({ ...at, named: at.named && !first.isMeant }));
}
