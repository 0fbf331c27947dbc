import type { CommandSpec } from "../command-spec.ts";

export const taskSplitCommand: CommandSpec = {
  name: "split",
  summary: "have the architect divide a task into smaller ones; you look at them before they count",
  takes: (command) =>
    command
      .argument("<id>", "the task, such as t1")
      .option("-m, --message <words>", "how you would divide it"),
  async act(wire, command) {
    const { taskSplitAct } = await import("../acts/task-split.ts");
    return taskSplitAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
