import type { CommandSpec } from "./command-spec.ts";
import { advanceCommand } from "./commands/advance.ts";
import { approveCommand } from "./commands/approve.ts";
import { assignCommand } from "./commands/assign.ts";
import { backCommand } from "./commands/back.ts";
import { costCommand } from "./commands/cost.ts";
import { debugCommand } from "./commands/debug.ts";
import { demoCommand } from "./commands/demo.ts";
import { diffCommand } from "./commands/diff.ts";
import { doCommand } from "./commands/do.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { dropCommand } from "./commands/drop.ts";
import { editCommand } from "./commands/edit.ts";
import { groomCommand } from "./commands/groom.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { initCommand } from "./commands/init.ts";
import { logCommand } from "./commands/log.ts";
import { modelCommand } from "./commands/model.ts";
import { newCommand } from "./commands/new.ts";
import { replyCommand } from "./commands/reply.ts";
import { runCommand } from "./commands/run.ts";
import { sayCommand } from "./commands/say.ts";
import { shipCommand } from "./commands/ship.ts";
import { showCommand } from "./commands/show.ts";
import { statusCommand } from "./commands/status.ts";
import { syncCommand } from "./commands/sync.ts";
import { taskCommand } from "./commands/task.ts";
import { tasksCommand } from "./commands/tasks.ts";
import { trustCommand } from "./commands/trust.ts";

export interface Shelf {
  readonly heading: string;
  readonly commands: readonly CommandSpec[];
}

export const moreHeading = "More:";

/** All commands, in the order in which `huddle --help` lists them. */
export const shelves: readonly Shelf[] = [
  {
    heading: "All you need (huddle alone shows the status):",
    commands: [newCommand, doCommand, runCommand, sayCommand, inboxCommand, statusCommand, shipCommand],
  },
  {
    heading: moreHeading,
    commands: [
      replyCommand,
      approveCommand,
      showCommand,
      diffCommand,
      logCommand,
      editCommand,
      tasksCommand,
      taskCommand,
      costCommand,
      advanceCommand,
      backCommand,
      assignCommand,
      syncCommand,
      dropCommand,
      groomCommand,
      initCommand,
      trustCommand,
      demoCommand,
      doctorCommand,
      modelCommand,
    ],
  },
  { heading: "For a closer look:", commands: [debugCommand] },
];

/** The commands whose examples end `huddle --help`, in the order in which a newcomer meets them. */
export const shownByExample: readonly CommandSpec[] = [
  demoCommand,
  newCommand,
  doCommand,
  groomCommand,
  runCommand,
  sayCommand,
  replyCommand,
  showCommand,
  shipCommand,
  statusCommand,
];
