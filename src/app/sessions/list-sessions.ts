import { unreadableLog } from "../../core/fault.ts";
import type { SessionCard } from "../../core/ports/session-card.ts";
import { isOver, type ListedSession, type ReadSession } from "../../core/views/documents/session-rows.ts";
import type { Project } from "../project.ts";
import { meantSession } from "./pick-session.ts";

/** All sessions: what cannot be read, what is open, then what is over, each with the most recent activity first. */
export async function listSessions(project: Project): Promise<readonly ListedSession[]> {
  const ids = await project.sessions.list();
  const meant = await unlessUnreadable(meantSession(project, ids));
  const all: ListedSession[] = [];
  for (const session of ids) {
    const card = await unlessUnreadable(project.sessions.card(session));
    const isMeant = meant !== undefined && "id" in meant && meant.id === session;
    if (card !== undefined)
      all.push({ session, isMeant, ...("unreadable" in card ? card : await read(project, card)) });
  }
  return all.sort(
    (one, other) => Number(isOver(one)) - Number(isOver(other)) || (lastOf(one) < lastOf(other) ? 1 : -1),
  );
}

async function unlessUnreadable<T>(looking: Promise<T>): Promise<T | { readonly unreadable: string }> {
  try {
    return await looking;
  } catch (error) {
    const unreadable = unreadableLog(error);
    if (unreadable === undefined) throw error;
    return { unreadable };
  }
}

async function read(
  { processes }: Project,
  card: SessionCard,
): Promise<Omit<ReadSession, "session" | "isMeant">> {
  const { kind, title, opened, openedAt, lastAt, phase, over, spent, waits, runner, small, tasks } = card;
  const life = runner && (await processes.life(runner));
  return {
    kind,
    title,
    began: opened,
    openedAt,
    lastAt,
    ...(phase !== undefined && { phase }),
    ...(over !== undefined && { over }),
    ...(small && { small }),
    ...(tasks && { tasks }),
    spent,
    needs: waits.map(({ id }) => id),
    ...(runner &&
      life !== "dead" && { runner: { host: runner.host, pid: runner.pid, isSure: life === "alive" } }),
  };
}

/** What cannot be read comes first. */
function lastOf(one: ListedSession): string {
  return "unreadable" in one ? "~" : one.lastAt;
}
