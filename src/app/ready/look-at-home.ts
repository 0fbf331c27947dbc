import { Fault, unreadableLog } from "../../core/fault.ts";
import type { ListedSession } from "../../core/views/documents/session-rows.ts";
import type { Home } from "../../core/views/home/home.ts";
import { listSessions } from "../sessions/list-sessions.ts";
import { type Ground, whereaboutsOf } from "./whereabouts.ts";

/**
 * Where a person stands, with all sessions of the repository. What keeps it from being found out is told in words, and
 * does not hide the sessions that can be read.
 */
export async function lookAtHome(ground: Ground): Promise<Home> {
  const [at, sessions] = await Promise.all([
    toldIfFault(whereaboutsOf(ground).then((found) => ({ at: found.at }))),
    toldIfFault(sessionsOf(ground)),
  ]);
  const troubles = [at, sessions].flatMap((one) => ("trouble" in one ? (one.trouble ?? []) : []));
  return {
    ...("at" in at && { at: at.at }),
    sessions: "trouble" in sessions ? [] : sessions.sessions,
    ...(troubles[0] !== undefined && { trouble: troubles[0] }),
  };
}

async function sessionsOf(ground: Ground): Promise<{ readonly sessions: readonly ListedSession[] }> {
  const repository = await ground.repository();
  if (repository?.top === undefined) return { sessions: [] };
  return { sessions: await listSessions(await ground.project()) };
}

async function toldIfFault<T extends object>(
  looking: Promise<T>,
): Promise<T | { readonly trouble: string | undefined }> {
  try {
    return await looking;
  } catch (error) {
    // A log that cannot be read is told where its session stands in the list.
    if (error instanceof Fault)
      return { trouble: unreadableLog(error) === undefined ? error.message : undefined };
    throw error;
  }
}
