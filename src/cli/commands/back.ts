import { Argument } from "commander";
import { phases } from "../../core/terms/phase.ts";
import type { CommandSpec } from "../command-spec.ts";

export const backCommand: CommandSpec = {
  name: "back",
  summary: "go back to a phase, to talk about it again",
  takes: (command) =>
    command
      .addArgument(new Argument("<phase>", "where to").choices(phases))
      .option("-m, --message <words>", "why; the team reads it first"),
  async act(wire, command) {
    const { backAct } = await import("../acts/back.ts");
    return backAct(wire, command.processedArgs[0], command.optsWithGlobals());
  },
};
