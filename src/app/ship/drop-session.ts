import { refusal } from "../../core/facts/fact.ts";
import { Fault, unreadableLog } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Leftovers } from "../../core/ports/workspace.ts";
import type { State } from "../../core/state/state.ts";
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
  /** The last runner that the plan knows of. Undefined: the log cannot be read. */
  readonly fence?: number;
}

/** Looks at what is there and changes nothing. Refuses a session that is being run. */
export async function planDrop(project: Project, session: string): Promise<DropPlan> {
  const files = await openIfReadable(project, session);
  if ("unreadable" in files) return { session, ...(await project.leftovers(session)), ends: false, ...files };
  try {
    await refuseRunning(project, files);
    const state = files.journal.state();
    return { session, ...(await project.leftovers(session)), ends: isOpen(state), fence: state.fence };
  } finally {
    await files.close();
  }
}

/**
 * Ends the session and removes what the plan names. The log stays. Doing it again removes what was left. Refuses a
 * session that a runner has started on since the plan was made.
 */
export async function dropSession(project: Project, { session, fence }: DropPlan): Promise<void> {
  if (fence !== undefined) await endSession(project, session, fence);
  const workspace = project.openWorkspace(session, 0);
  await workspace.clear();
  await workspace.release(branchRefs(session), heldRefs(session));
  if ((await project.sessions.chosen()) === session) await project.sessions.choose(undefined);
}

async function endSession(project: Project, session: string, fence: number): Promise<void> {
  const files = await project.sessions.open(session);
  try {
    await refuseRunning(project, files);
    const ended = await files.journal.append((at) => {
      if (at.fence !== fence) return refusal("it was run");
      if (!isOpen(at)) return undefined;
      return [{ actor: "human", event: { type: "session.closed", how: "abandoned", why: "dropped" } }];
    });
    if (ended.kind === "refused")
      throw new Fault(
        "refused",
        `${session} was run since you looked, so Huddle has removed nothing. Look again: huddle drop ${session}`,
      );
  } finally {
    await files.close();
  }
}

async function refuseRunning(project: Project, files: SessionFiles): Promise<void> {
  const runner = await livingRunner(project, files);
  if (runner)
    throw new Fault(
      "session.busy",
      `Process ${runner.pid} on ${runner.host} runs ${files.id}. Stop it first (Ctrl-C in its terminal).`,
    );
}

function isOpen({ session: { opened, ending } }: State): boolean {
  return opened > 0 && ending === undefined;
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
