import type { CommandSpec } from "../command-spec.ts";

export const taskTakeCommand: CommandSpec = {
  name: "take",
  summary: "work on a task yourself; nobody touches its worktree until you give it back",
  takes: (command) => command.argument("<id>", "the task, such as t1"),
  async act(wire, command) {
    const { taskTakeAct } = await import("../acts/task-take.ts");
    return taskTakeAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
