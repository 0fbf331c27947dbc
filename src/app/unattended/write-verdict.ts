import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Ended } from "../../core/views/verdict/run-exit.ts";
import { type Verdict, verdictOf } from "../../core/views/verdict/verdict.ts";
import { costLines } from "../look/cost.ts";
import { traceFor } from "../look/trace.ts";
import type { Project } from "../project.ts";
import { livingRunner } from "../run/take-lease.ts";

const verdictFile = "verdict.json";

export interface Written {
  readonly verdict: Verdict;
  /** As it stands in the file. */
  readonly text: string;
  /** The file beside the log. Undefined: another process runs the session and writes it, or it cannot be written. */
  readonly path?: string;
}

/** Writes how a run ended beside the log, for machines. Huddle never reads it back. */
export async function writeVerdict(project: Project, files: SessionFiles, ended: Ended): Promise<Written> {
  const [trace, lines] = await Promise.all([traceFor(files), costLines(project, files)]);
  const now = project.clock.now();
  const verdict = verdictOf(files.journal.state(), { session: files.id, ended, trace, lines, now });
  const text = `${JSON.stringify(verdict, null, 2)}\n`;
  if (await livingRunner(project, files)) return { verdict, text };
  const path = await files.writeView(verdictFile, text).catch((error: unknown) => {
    if (error instanceof Fault && error.code === "log.unwritable") return undefined;
    throw error;
  });
  return { verdict, text, ...(path !== undefined && { path }) };
}
