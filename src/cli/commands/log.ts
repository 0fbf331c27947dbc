import { type CommandSpec, inTable } from "../command-spec.ts";

export const logCommand: CommandSpec = {
  ...inTable("log"),
  takes: (command) =>
    command
      .argument("[task]", "only of this task, such as t1")
      .option("-f, --follow", "keep printing what is printed")
      .option("--all", "all of them, and all that is kept of each"),
  async act(wire, command) {
    const { logAct } = await import("../acts/log.ts");
    return logAct(wire, command.args[0], command.optsWithGlobals());
  },
};
