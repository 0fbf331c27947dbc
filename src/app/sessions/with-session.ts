import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Project } from "../project.ts";
import { pickSession } from "./pick-session.ts";

/** The open session that a command works on. */
export interface AtSession {
  readonly project: Project;
  readonly files: SessionFiles;
  /** There are several sessions, so the screen should name this one. */
  readonly oneOfMany: boolean;
  /** Commands must name this session; without a name, Huddle would pick another one. */
  readonly named: boolean;
}

/** Opens the session with this id, else the default one, and always closes it. */
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
