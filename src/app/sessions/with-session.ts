import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Project } from "../project.ts";
import { pickSession } from "./pick-session.ts";

/** A session that is open in front of somebody. */
export interface AtSession {
  readonly project: Project;
  readonly files: SessionFiles;
  /** There are several sessions, so that a person should be told which one this is. */
  readonly oneOfMany: boolean;
  /** Commands must name the session to mean it, because another one would be picked without. */
  readonly named: boolean;
}

/** Opens the session that is wanted, else the one that is meant without a name, and closes it whatever happens. */
export async function withSession<T>(
  project: Project,
  wanted: string | undefined,
  act: (at: AtSession) => Promise<T>,
): Promise<T> {
  const { files, oneOfMany } = await pickSession(project, wanted);
  try {
    return await act({ project, files, oneOfMany, named: wanted !== undefined && oneOfMany });
  } finally {
    await files.close();
  }
}
