import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { reviewFiles } from "../../core/views/review/review-file.ts";
import type { Gives, Need, NeedKind } from "../../core/views/screen/needs.ts";
import { allCosts, budgetsLeft, costLines } from "../look/cost.ts";
import { traceFor } from "../look/trace.ts";
import type { Project } from "../project.ts";
import { lookAtHome } from "../ready/look-at-home.ts";
import { dropLines } from "../ship/drop-lines.ts";
import { planDrop } from "../ship/drop-session.ts";
import { actsOn } from "../tasks/acts-on.ts";
import { diffOf } from "../tasks/diff.ts";
import { pageOf } from "../tasks/task-page.ts";
import { allThatWaits } from "./all-that-waits.ts";
import type { Changes } from "./door.ts";
import type { Hands } from "./hands.ts";
import { modelsHere } from "./models-here.ts";

/** What readers have to read from. */
export interface Ground {
  readonly hands: Hands;
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
  home: {
    changes: "in-a-moment",
    read: async (_, { project, hands }) => lookAtHome({ ...hands.around(), project }),
  },
  inbox: { changes: "in-a-moment", read: async (_, { project }) => allThatWaits(await project()) },
  "drop-plan": {
    changes: "in-a-moment",
    read: async ({ session }, { project }) => dropLines(await planDrop(await project(), session)),
  },
  trace: { changes: "with-events", read: async (_, ground) => traceFor(filesOf(ground)) },
  cost: {
    changes: "with-events",
    async read(_, ground) {
      const open = filesOf(ground);
      return {
        lines: await costLines(await ground.project(), open),
        budgets: budgetsLeft(open),
        damaged: [],
      };
    },
  },
  "cost-of-all": {
    changes: "never",
    read: async (_, { project }) => ({ ...(await allCosts(await project())), budgets: [] }),
  },
  settings: {
    changes: "in-a-moment",
    async read(_, { hands }) {
      const files = await hands.settings();
      return [await files.read("project"), await files.read("own")];
    },
  },
  models: { changes: "never", read: async (_, { project, hands }) => modelsHere(await project(), hands) },
};

function filesOf({ files }: Ground): SessionFiles {
  if (files) return files;
  throw new Fault("usage", "No session is open. Home (Alt-1) lists all sessions.");
}
