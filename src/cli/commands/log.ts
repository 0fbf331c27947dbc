import type { CommandSpec } from "../command-spec.ts";

export const logCommand: CommandSpec = {
  name: "log",
  summary: "what commands and checks printed, or print right now",
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
