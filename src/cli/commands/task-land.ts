import type { CommandSpec } from "../command-spec.ts";

export const taskLandCommand: CommandSpec = {
  name: "land",
  summary: "land it before the others that wait",
  takes: (command) => command.argument("<id>", "the task, such as t1"),
  async act(wire, command) {
    const { taskLandAct } = await import("../acts/task-land.ts");
    return taskLandAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
