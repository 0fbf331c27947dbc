import { Fault, unreadableLog } from "../../core/fault.ts";
import type { SessionCard } from "../../core/ports/session-card.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { unknownSession } from "../../core/views/typed/unknown-session.ts";
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

/** The session with this id, else the one that is meant without a name. */
export async function findSession(project: Project, wanted?: string): Promise<PickedSession | undefined> {
  const ids = await project.sessions.list();
  if (wanted !== undefined && !ids.includes(wanted)) throw unknownSession(wanted, ids);
  const id = wanted ?? (await meantSession(project, ids))?.id;
  return id === undefined ? undefined : { files: await project.sessions.open(id), oneOfMany: ids.length > 1 };
}

export interface MeantSession {
  readonly id: string;
  /** The person chose it, it is the newest that is open, or the newest of all, which are over. */
  readonly as: "chosen" | "newest" | "over";
}

/**
 * The session that is meant when none is named: the one that the person chose to use, else the newest iteration that is
 * not over, else the newest iteration. A choice counts while its session is open. A grooming must be named, so that words
 * meant for an iteration never reach it. `ids`: all sessions, oldest first.
 */
export async function meantSession(
  project: Project,
  ids: readonly string[],
): Promise<MeantSession | undefined> {
  const chosen = await project.sessions.chosen();
  if (chosen !== undefined && isOpenIteration(await readableCard(project, chosen, ids)))
    return { id: chosen, as: "chosen" };
  let over: string | undefined;
  for (const id of ids.toReversed()) {
    const card = await readableCard(project, id, ids);
    if (isOpenIteration(card)) return { id, as: "newest" };
    if (card.opened && card.kind === "iteration") over ??= id;
  }
  return over === undefined ? undefined : { id: over, as: "over" };
}

function isOpenIteration({ opened, kind, over }: SessionCard): boolean {
  return opened && kind === "iteration" && over === undefined;
}

/** Words for a session that cannot be read must not reach another one, so the person says which one is meant. */
async function readableCard(project: Project, id: string, ids: readonly string[]): Promise<SessionCard> {
  try {
    return await project.sessions.card(id);
  } catch (error) {
    const others = ids.filter((other) => other !== id).map((other) => `--session ${other}`);
    if (unreadableLog(error) === undefined || !(error instanceof Fault) || others.length === 0) throw error;
    const choice = `This session is ${id}. To work on another one, add: ${others.slice(-8).join(" or ")}; or choose one for all commands: huddle use <session>`;
    throw new Fault(error.code, `${error.message}\n${choice}`, { cause: error });
  }
}

/** Opened and not yet over. A folder without a first event is not open. */
export function isOpen(files: SessionFiles): boolean {
  const { opened, ending } = files.journal.state().session;
  return opened > 0 && ending === undefined;
}
