import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Gives, Need, NeedKind } from "../../core/views/screen/needs.ts";
import type { Project } from "../project.ts";
import { listSessions } from "../sessions/list-sessions.ts";
import type { Changes } from "./door.ts";

/** What readers have to read from. */
export interface Ground {
  /** Outside a repository it throws a Fault that says what to type. */
  project(): Promise<Project>;
  /** The open session. */
  readonly files?: SessionFiles;
}

interface Reader<K extends NeedKind> {
  readonly changes: Changes;
  read(need: Extract<Need, { kind: K }>, ground: Ground): Promise<Gives<K>>;
}

/** How each kind of need is read. Nothing here changes anything. */
export const readers: { readonly [K in NeedKind]: Reader<K> } = {
  sessions: { changes: "in-a-moment", read: async (_, { project }) => listSessions(await project()) },
};
