import type { CommandSpec } from "../command-spec.ts";

export const taskOpenCommand: CommandSpec = {
  name: "open",
  summary: "open your editor in the worktree of a task that you have taken",
  takes: (command) => command.argument("<id>", "the task, such as t1"),
  async act(wire, command) {
    const { taskOpenAct } = await import("../acts/task-open.ts");
    return taskOpenAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
