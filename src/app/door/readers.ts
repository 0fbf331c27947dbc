import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { reviewFiles } from "../../core/views/review/review-file.ts";
import type { Gives, Need, NeedKind } from "../../core/views/screen/needs.ts";
import type { Project } from "../project.ts";
import { listSessions } from "../sessions/list-sessions.ts";
import { actsOn } from "../tasks/acts-on.ts";
import { diffOf } from "../tasks/diff.ts";
import { pageOf } from "../tasks/task-page.ts";
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
  acts: {
    changes: "with-events",
    read: async ({ task }, ground) => actsOn(filesOf(ground).journal.state(), task),
  },
  task: {
    changes: "in-a-moment",
    read: async ({ task }, ground) => pageOf(await ground.project(), filesOf(ground), task),
  },
  change: {
    changes: "never",
    async read({ task, isWork }, ground) {
      const wanted = { isWork, ...(task !== undefined && { task }) };
      const { what, text } = await diffOf(await ground.project(), filesOf(ground), wanted);
      return { what, files: reviewFiles(text) };
    },
  },
  printed: {
    changes: "never",
    async read({ blob }, ground) {
      const text = await filesOf(ground).blobs.get(blob);
      if (text === undefined) throw new Fault("refused", "What it printed is not kept.");
      return text;
    },
  },
  sessions: { changes: "in-a-moment", read: async (_, { project }) => listSessions(await project()) },
};

function filesOf({ files }: Ground): SessionFiles {
  if (files) return files;
  throw new Fault("usage", "No session is open. Home (Alt-1) lists all sessions.");
}
