import type { SessionFiles } from "../../core/ports/sessions.ts";
import { afterShip, opensRequest } from "../../core/views/story/ship/after-ship.ts";
import { pullRequestText } from "../../core/views/trace/pull-request.ts";
import { handoverFor } from "../look/handover.ts";
import { traceFor } from "../look/trace.ts";
import type { Project } from "../project.ts";

/** What to type after the last shipping. Writes the words of a pull request to a file if a command needs them. */
export async function afterShipFor(project: Project, files: SessionFiles): Promise<readonly string[]> {
  const state = files.journal.state();
  const { shipments = [], shipped = shipments.at(-1), repo, title } = state.session;
  if (!shipped) return [];
  const workspace = project.openWorkspace(files.id, state.fence);
  const { branch } = repo;
  const found = branch === "" ? undefined : await workspace.resolve(`refs/heads/${branch}`);
  const base = found === undefined ? repo.base.slice(0, 12) : branch;
  const host = shipped.how === "patch" ? {} : await workspace.theirs.host();
  const after = { shipment: shipped, branch, base, title, ...host };
  const body = opensRequest(after) ? await requestFile(project, files) : undefined;
  return afterShip({ ...after, body });
}

async function requestFile(project: Project, files: SessionFiles): Promise<string> {
  const trace = await traceFor(files);
  const words = pullRequestText(files.journal.state(), trace, await handoverFor(project, files));
  return files.writeView("pull-request.md", words);
}
