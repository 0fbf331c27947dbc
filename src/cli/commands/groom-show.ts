import type { CommandSpec } from "../command-spec.ts";
import { groomingArgument } from "../option-groups.ts";

export const groomShowCommand: CommandSpec = {
  name: "show",
  summary: "show what was said",
  session: false,
  takes: (command) =>
    groomingArgument(command)
      .option("-f, --follow", "keep printing as things happen")
      .option("--all", "show the whole talk instead of a line per turn")
      .option("--events", "show every event, one line each"),
  async act(wire, command) {
    const { groomShowAct } = await import("../acts/groom.ts");
    return groomShowAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
