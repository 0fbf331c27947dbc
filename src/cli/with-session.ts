import { nextFor } from "../app/look/next-for.ts";
import { livingRunner } from "../app/look/status.ts";
import type { Project } from "../app/project.ts";
import { pickSession } from "../app/sessions/pick-session.ts";
import type { SessionFiles } from "../core/ports/sessions.ts";
import type { NextStep } from "../core/views/inbox/next-step.ts";
import type { CommonOptions } from "./options.ts";
import { oneLine } from "./print/plain-text.ts";
import type { Wire } from "./wire/wire.ts";

export interface AtSession {
  readonly project: Project;
  readonly files: SessionFiles;
  readonly named: boolean;
  /** Which session this is, when there are several; else nothing. */
  readonly heading: readonly string[];
  /** What to do next, as the log stands now. */
  next(): Promise<NextStep>;
}

/** Opens the project and the session a command is about, and closes the session whatever happens. */
export async function withSession<T>(
  wire: Wire,
  options: CommonOptions,
  act: (at: AtSession) => Promise<T>,
): Promise<T> {
  const project = await wire.openProject();
  const { files, oneOfMany } = await pickSession(project, options.session);
  try {
    return await act(atSession(project, files, oneOfMany, options.session !== undefined && oneOfMany));
  } finally {
    await files.close();
  }
}

/** `named`: commands must name the session to mean it, because another one would be picked without. */
export function atSession(
  project: Project,
  files: SessionFiles,
  oneOfMany: boolean,
  named: boolean,
): AtSession {
  return {
    project,
    files,
    named,
    heading: oneOfMany ? [`Session ${files.id}: ${oneLine(files.journal.state().session.title)}`] : [],
    async next() {
      const state = files.journal.state();
      const running = (await livingRunner(project, files, state)) !== undefined;
      return nextFor({ session: files.id, state, running, named }, project.clock.now());
    },
  };
}
