import type { CommandSpec } from "../command-spec.ts";
import { groomingArgument } from "../option-groups.ts";

export const groomShowCommand: CommandSpec = {
  name: "show",
  summary: "what was said",
  takes: (command) =>
    groomingArgument(command)
      .option("-f, --follow", "go on as things happen")
      .option("--all", "the whole talk instead of a line per turn")
      .option("--events", "every event, a line each"),
  async act(wire, command) {
    const { groomShowAct } = await import("../acts/groom.ts");
    return groomShowAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
