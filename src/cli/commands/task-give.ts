import type { CommandSpec } from "../command-spec.ts";

export const taskGiveCommand: CommandSpec = {
  name: "give",
  summary: "give a task back that you have taken; its engineer reads what you changed",
  takes: (command) =>
    command
      .argument("<id>", "the task, such as t1")
      .option("--done", "it is finished: checks and review are next")
      .option("-m, --message <words>", "what you say to it; with --done, what was done"),
  async act(wire, command) {
    const { taskGiveAct } = await import("../acts/task-give.ts");
    return taskGiveAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
