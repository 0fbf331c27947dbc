import { type CommandSpec, inTable } from "../command-spec.ts";
import { modelCheckCommand } from "./model-check.ts";
import { modelSetCommand } from "./model-set.ts";

export const modelCommand: CommandSpec = {
  ...inTable("model"),
  session: false,
  async act(wire, command) {
    const { modelListAct } = await import("../acts/model.ts");
    return modelListAct(wire, command.optsWithGlobals());
  },
  parts: [modelSetCommand, modelCheckCommand],
};
