import type { CommandName } from "../core/views/typed/commands.ts";
import type { CommandSpec } from "./command-spec.ts";
import { advanceCommand } from "./commands/advance.ts";
import { approveCommand } from "./commands/approve.ts";
import { assignCommand } from "./commands/assign.ts";
import { backCommand } from "./commands/back.ts";
import { budgetCommand } from "./commands/budget.ts";
import { completionCommand } from "./commands/completion.ts";
import { costCommand } from "./commands/cost.ts";
import { debugCommand } from "./commands/debug.ts";
import { demoCommand } from "./commands/demo.ts";
import { diffCommand } from "./commands/diff.ts";
import { doCommand } from "./commands/do.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { dropCommand } from "./commands/drop.ts";
import { editCommand } from "./commands/edit.ts";
import { groomCommand } from "./commands/groom.ts";
import { helpCommand } from "./commands/help.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { initCommand } from "./commands/init.ts";
import { logCommand } from "./commands/log.ts";
import { meetingCommand } from "./commands/meeting.ts";
import { modelCommand } from "./commands/model.ts";
import { newCommand } from "./commands/new.ts";
import { reopenCommand } from "./commands/reopen.ts";
import { replyCommand } from "./commands/reply.ts";
import { runCommand } from "./commands/run.ts";
import { sayCommand } from "./commands/say.ts";
import { sessionsCommand } from "./commands/sessions.ts";
import { shipCommand } from "./commands/ship.ts";
import { showCommand } from "./commands/show.ts";
import { statusCommand } from "./commands/status.ts";
import { syncCommand } from "./commands/sync.ts";
import { taskCommand } from "./commands/task.ts";
import { tasksCommand } from "./commands/tasks.ts";
import { trustCommand } from "./commands/trust.ts";
import { useCommand } from "./commands/use.ts";

/** How each command of the table is typed, and what it does. */
export const specs: Readonly<Record<CommandName, CommandSpec>> = {
  advance: advanceCommand,
  approve: approveCommand,
  assign: assignCommand,
  back: backCommand,
  budget: budgetCommand,
  completion: completionCommand,
  cost: costCommand,
  debug: debugCommand,
  demo: demoCommand,
  diff: diffCommand,
  do: doCommand,
  doctor: doctorCommand,
  drop: dropCommand,
  edit: editCommand,
  groom: groomCommand,
  help: helpCommand,
  inbox: inboxCommand,
  init: initCommand,
  log: logCommand,
  meeting: meetingCommand,
  model: modelCommand,
  new: newCommand,
  reopen: reopenCommand,
  reply: replyCommand,
  run: runCommand,
  say: sayCommand,
  sessions: sessionsCommand,
  ship: shipCommand,
  show: showCommand,
  status: statusCommand,
  sync: syncCommand,
  task: taskCommand,
  tasks: tasksCommand,
  trust: trustCommand,
  use: useCommand,
};
