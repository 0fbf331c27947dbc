import { Fault, unreadableLog } from "../../core/fault.ts";
import { unknownSession } from "../../core/views/typed/unknown-session.ts";
import type { Project } from "../project.ts";

/** From now on, commands that name no session are about this one. Refuses one that nothing can be said to. */
export async function useSession(project: Project, id: string): Promise<void> {
  const ids = await project.sessions.list();
  if (!ids.includes(id)) throw unknownSession(id, ids);
  const { opened, kind, over } = await cardOf(project, id);
  if (!opened)
    throw new Fault("refused", `${id} never began: Huddle was killed first. To remove it: huddle drop ${id}`);
  if (kind === "grooming")
    throw new Fault("refused", `${id} is a grooming. To go on with it: huddle groom continue ${id}`);
  if (over !== undefined)
    throw new Fault(
      "refused",
      `${id} is over: ${over}. To look at it: huddle show --session ${id}. To go on with it: huddle reopen ${id}`,
    );
  await project.sessions.choose(id);
}

async function cardOf(project: Project, id: string) {
  try {
    return await project.sessions.card(id);
  } catch (error) {
    if (unreadableLog(error) === undefined || !(error instanceof Fault)) throw error;
    throw new Fault(error.code, `${id} cannot be used. ${error.message}`, { cause: error });
  }
}
