import { Argument } from "commander";
import { iterationPhases } from "../../core/terms/phase.ts";
import { type CommandSpec, inTable } from "../command-spec.ts";

export const backCommand: CommandSpec = {
  ...inTable("back"),
  takes: (command) =>
    command
      .addArgument(new Argument("<phase>", "the phase to go back to").choices(iterationPhases))
      .option("-m, --message <words>", "the reason; the team reads it first"),
  async act(wire, command) {
    const { backAct } = await import("../acts/back.ts");
    return backAct(wire, command.processedArgs[0], command.optsWithGlobals());
  },
};
