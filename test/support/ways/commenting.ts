import type { Project } from "../../../src/app/project.ts";
import type { Journal } from "../../../src/core/ports/journal.ts";
import type { SessionFiles } from "../../../src/core/ports/sessions.ts";

/** A comment without a line reads no file, so nothing but the log is used of a project and a session. */
export const aboutNothing = {} as Project;

export function filesOf(journal: Journal): SessionFiles {
  return { id: "s", journal } as SessionFiles; // for the same reason
}
