import { type CommandSpec, inTable } from "../command-spec.ts";
import { modelCheckCommand } from "./model-check.ts";
import { modelListCommand } from "./model-list.ts";
import { modelSetCommand } from "./model-set.ts";

export const modelCommand: CommandSpec = {
  ...inTable("model"),
  session: false,
  async act(wire, command) {
    const { modelAct } = await import("../acts/model.ts");
    return modelAct(wire, command.optsWithGlobals());
  },
  parts: [modelListCommand, modelSetCommand, modelCheckCommand],
};
