import type { CommandSpec } from "../command-spec.ts";

export const taskUnblockCommand: CommandSpec = {
  name: "unblock",
  summary: "what was in a task's way is settled; it goes on where it was",
  takes: (command) =>
    command
      .argument("<id>", "the task, such as t1")
      .option("-m, --message <words>", "what its engineer should know"),
  async act(wire, command) {
    const { taskUnblockAct } = await import("../acts/task-unblock.ts");
    return taskUnblockAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
