import { Fault, unreadableLog } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Leftovers } from "../../core/ports/workspace.ts";
import { branchRefs, heldRefs } from "../../floor/branches.ts";
import type { Project } from "../project.ts";
import { livingRunner } from "../run/take-lease.ts";

/** What dropping a session removes, and what stays. */
export interface DropPlan extends Leftovers {
  readonly session: string;
  /** It was open, so it is ended first. */
  readonly ends: boolean;
  /** Why its log cannot be read. It is left as it is. */
  readonly unreadable?: string;
}

/** Looks at what is there and changes nothing. Refuses a session that is being run. */
export async function planDrop(project: Project, session: string): Promise<DropPlan> {
  const files = await openIfReadable(project, session);
  try {
    if ("unreadable" in files)
      return { session, ...(await project.leftovers(session)), ends: false, ...files };
    const runner = await livingRunner(project, files);
    if (runner)
      throw new Fault(
        "session.busy",
        `Process ${runner.pid} on ${runner.host} runs ${session}. Stop it first (Ctrl-C in its terminal).`,
      );
    const { opened, ending } = files.journal.state().session;
    return { session, ...(await project.leftovers(session)), ends: opened > 0 && ending === undefined };
  } finally {
    if (!("unreadable" in files)) await files.close();
  }
}

/** Ends the session and removes what the plan names. The log stays. Doing it again removes what was left. */
export async function dropSession(project: Project, { session, ends }: DropPlan): Promise<void> {
  if (ends) {
    const files = await project.sessions.open(session);
    try {
      await files.journal.append((at) =>
        at.session.ending
          ? undefined
          : [{ actor: "human", event: { type: "session.closed", how: "abandoned", why: "dropped" } }],
      );
    } finally {
      await files.close();
    }
  }
  const workspace = project.openWorkspace(session, 0);
  await workspace.clear();
  await workspace.release(branchRefs(session));
  await workspace.release(heldRefs(session));
}

async function openIfReadable(
  project: Project,
  session: string,
): Promise<SessionFiles | { readonly unreadable: string }> {
  try {
    return await project.sessions.open(session);
  } catch (error) {
    const unreadable = unreadableLog(error);
    if (unreadable === undefined) throw error;
    return { unreadable };
  }
}
