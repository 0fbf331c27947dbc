import type { SessionFiles } from "../../core/ports/sessions.ts";
import { changedFiles } from "../../core/text/changed-files.ts";
import { spendingOf } from "../../core/views/cost/cost.ts";
import { type Handover, handoverOf } from "../../core/views/trace/handover.ts";
import type { Project } from "../project.ts";
import { costLines } from "./cost.ts";
import { traceFor } from "./trace.ts";

/** What a person gets by shipping now: requirement by requirement, with the size of the change and its cost. */
export async function handoverFor(project: Project, files: SessionFiles): Promise<Handover> {
  const state = files.journal.state();
  const workspace = project.openWorkspace(files.id, state.fence);
  const [trace, diff, lines] = await Promise.all([
    traceFor(files),
    workspace.diff(state.session.repo.base, state.integration),
    costLines(project, files),
  ]);
  return handoverOf(state, trace, { files: changedFiles(diff), spent: spendingOf(lines).spent });
}
