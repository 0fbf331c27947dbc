import { Fault, unreadableLog } from "../../core/fault.ts";
import type { SessionCard } from "../../core/ports/session-card.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Project } from "../project.ts";

export interface PickedSession {
  readonly files: SessionFiles;
  /** There are several sessions, so the screen should name this one. */
  readonly oneOfMany: boolean;
}

/** As `findSession`, but throws a Fault if there is no session. */
export async function pickSession(project: Project, wanted?: string): Promise<PickedSession> {
  const picked = await findSession(project, wanted);
  if (picked) return picked;
  const groomings = (await project.sessions.list()).length > 0 ? ", or see: huddle groom list" : "";
  throw new Fault(
    "session.missing",
    `There is no session yet. Type: huddle new "what should be built"${groomings}`,
  );
}

/**
 * The session with this id, else the newest iteration that is not over, else the newest iteration. A grooming must be
 * named, so that words meant for an iteration never reach it.
 */
export async function findSession(project: Project, wanted?: string): Promise<PickedSession | undefined> {
  const ids = await project.sessions.list();
  const oneOfMany = ids.length > 1;
  if (wanted !== undefined) {
    if (!ids.includes(wanted)) throw unknownSession(wanted, ids);
    return { files: await project.sessions.open(wanted), oneOfMany };
  }
  let over: string | undefined;
  for (const id of ids.toReversed()) {
    const card = await readableCard(project, id, ids);
    const isIteration = card.opened && card.kind === "iteration";
    if (isIteration && card.over === undefined) return { files: await project.sessions.open(id), oneOfMany };
    if (isIteration) over ??= id;
  }
  return over === undefined ? undefined : { files: await project.sessions.open(over), oneOfMany };
}

/** Words for a session that cannot be read must not reach another one, so the person says which one is meant. */
async function readableCard(project: Project, id: string, ids: readonly string[]): Promise<SessionCard> {
  try {
    return await project.sessions.card(id);
  } catch (error) {
    const others = ids.filter((other) => other !== id).map((other) => `--session ${other}`);
    if (unreadableLog(error) === undefined || !(error instanceof Fault) || others.length === 0) throw error;
    const choice = `This session is ${id}. To work on another one, add: ${others.slice(-8).join(" or ")}`;
    throw new Fault(error.code, `${error.message}\n${choice}`, { cause: error });
  }
}

/** Opened and not yet over. A folder without a first event is not open. */
export function isOpen(files: SessionFiles): boolean {
  const { opened, ending } = files.journal.state().session;
  return opened > 0 && ending === undefined;
}

function unknownSession(wanted: string, ids: readonly string[]): Fault {
  const newest = ids.slice(-8).toReversed().join(", ");
  const more = ids.length > 8 ? `, and ${ids.length - 8} older` : "";
  return new Fault(
    "session.missing",
    `There is no session ${wanted}. There are: ${newest || "none"}${more}.`,
  );
}
