import { type CommandSpec, inTable } from "../command-spec.ts";
import { taskCancelCommand } from "./task-cancel.ts";
import { taskCommentCommand } from "./task-comment.ts";
import { taskGiveCommand } from "./task-give.ts";
import { taskLandCommand } from "./task-land.ts";
import { taskOpenCommand } from "./task-open.ts";
import { taskRetryCommand } from "./task-retry.ts";
import { taskSplitCommand } from "./task-split.ts";
import { taskTakeCommand } from "./task-take.ts";
import { taskUnblockCommand } from "./task-unblock.ts";

export const taskCommand: CommandSpec = {
  ...inTable("task"),
  takes: (command) => command.argument("<id>", "the task, such as t1"),
  async act(wire, command) {
    const { taskAct } = await import("../acts/task.ts");
    return taskAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
  parts: [
    taskTakeCommand,
    taskOpenCommand,
    taskGiveCommand,
    taskCommentCommand,
    taskUnblockCommand,
    taskRetryCommand,
    taskSplitCommand,
    taskLandCommand,
    taskCancelCommand,
  ],
};
