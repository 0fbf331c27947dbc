import { refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { State } from "../../core/state/state.ts";
import { baseRef, integrationRef, landedRef } from "../../floor/branches.ts";
import type { Project } from "../project.ts";
import { tell } from "../say/tell.ts";

/** What goes on. */
export interface Reopened {
  /** Why it was over. */
  readonly was: string;
  /** It was shipped, and that stays as it is. */
  readonly shipped: boolean;
  /** Tasks that were under way, and start again. */
  readonly again: readonly string[];
}

/**
 * Goes on with a session that is over, and makes it the one that commands are about. Dropping removed its branches and
 * worktrees: git still has the commits that landed for some weeks, so they are held again before anything is recorded.
 */
export async function reopenSession(project: Project, files: SessionFiles): Promise<Reopened> {
  const state = files.journal.state();
  const { session, integration } = state;
  const why = whyNot(state, files.id);
  if (why !== undefined || !session.ending) throw new Fault("refused", why ?? "");
  const workspace = project.openWorkspace(files.id, state.fence);
  const { base } = session.repo;
  for (const commit of new Set([base, integration]))
    if ((await workspace.resolve(commit)) === undefined) throw collected(files.id, commit, commit === base);
  const hasLanded = integration !== base;
  await workspace.holdAll({
    [baseRef(files.id)]: base,
    ...(hasLanded && { [landedRef(files.id)]: integration }),
  });
  // Where the branch is still there, landing looks at where it stands.
  if (hasLanded) await workspace.moveRef(integrationRef(files.id), integration, null);
  await tell(files.journal, (at) => {
    const now = whyNot(at, files.id);
    return now === undefined ? [{ actor: "human", event: { type: "session.reopened" } }] : refusal(now);
  });
  if (session.kind === "iteration") await project.sessions.choose(files.id);
  const again = Object.values(files.journal.state().tasks).filter(
    ({ id, attempt }) => attempt !== state.tasks[id]?.attempt,
  );
  return {
    was: session.ending.why,
    shipped: session.shipped !== undefined,
    again: again.map(({ id }) => id),
  };
}

function whyNot({ session }: State, id: string): string | undefined {
  if (session.opened === 0)
    return `${id} never began: Huddle was killed first. Start another with: huddle new "…"`;
  if (!session.ending) return `${id} is open. To go on with it: huddle run --session ${id}`;
  if (session.undoing)
    return `What ${id} shipped is being taken back, which opens it again: huddle ship --undo --session ${id}`;
  return undefined;
}

function collected(id: string, commit: string, isBase: boolean): Fault {
  const what = isBase ? "the commit that it started from" : "what had landed in it";
  return new Fault(
    "refused",
    `Git has removed ${what} (${commit.slice(0, 12)}), so ${id} cannot go on. To read it: huddle show --session ${id}. To start another: huddle new "…"`,
  );
}
