import type { CommandSpec } from "../command-spec.ts";
import { groomingArgument, shownOptions } from "../option-groups.ts";

export const groomShowCommand: CommandSpec = {
  name: "show",
  summary: "show what was said",
  session: false,
  takes: (command) =>
    shownOptions(groomingArgument(command))
      .option("-f, --follow", "keep printing as things happen")
      .option("--events", "show every event, one line each"),
  async act(wire, command) {
    const { groomShowAct } = await import("../acts/groom.ts");
    return groomShowAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
