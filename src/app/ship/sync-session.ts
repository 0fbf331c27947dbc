import { refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Session } from "../../core/state/session.ts";
import { phasesOf } from "../../core/terms/policy.ts";
import type { Project } from "../project.ts";
import { tell } from "../say/tell.ts";
import { doErrand, type ErrandEnd, type ErrandOptions, stuckErrand } from "./do-errand.ts";

export type Syncing = ErrandEnd<{ readonly kind: "synced" } & NonNullable<Session["synced"]>>;

/** The branch to catch up with: the one that was named, else the one that the session began from. */
export async function branchToSync(project: Project, files: SessionFiles, named?: string): Promise<string> {
  const { session, fence } = files.journal.state();
  if (!phasesOf(session.policy).includes("implementation"))
    throw new Fault("refused", "A grooming builds nothing, so there is nothing to bring up to date.");
  if (session.ending)
    throw new Fault(
      "refused",
      `This session is over: ${session.ending.why}. To go on with it: huddle ship --undo`,
    );
  const branch = named ?? session.repo.branch;
  if (branch === "" || branch === "HEAD")
    throw new Fault(
      "usage",
      "The session began where no branch was checked out, so say which one to catch up with: huddle sync <branch>",
    );
  if ((await project.openWorkspace(files.id, fence).resolve(branch)) === undefined)
    throw new Fault("usage", `There is no branch ${branch} here. To see them: git branch --all`);
  return branch;
}

/** Merges the branch into what has landed, after its full checks, and sees it done. */
export function syncSession(
  project: Project,
  files: SessionFiles,
  branch: string,
  options: ErrandOptions,
): Promise<Syncing> {
  const since = files.journal.state().session.synced?.seq ?? 0;
  return doErrand(
    project,
    files,
    {
      kind: "sync",
      runsChecks: true,
      request: async () => {
        await tell(files.journal, (at) => {
          const { syncing, shipping, ending } = at.session;
          if (ending) return refusal(`This session is over: ${ending.why}.`);
          if (shipping) return refusal(`Huddle is shipping this onto ${shipping.onto}. Type: huddle ship`);
          const isStuck = stuckErrand(at, "sync", project.clock.now()) !== undefined;
          if (syncing && !isStuck && syncing.branch === branch) return undefined;
          if (syncing && !isStuck)
            return refusal(
              `Huddle is already catching up with ${syncing.branch}. Type: huddle sync ${syncing.branch}`,
            );
          return [{ actor: "human", event: { type: "sync.requested", branch } }];
        });
      },
      endOf: ({ session: { synced } }) =>
        synced && synced.seq > since ? { kind: "synced", ...synced } : undefined,
    },
    options,
  );
}
