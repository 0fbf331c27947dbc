import type { CommandSpec } from "../command-spec.ts";
import { modelCheckCommand } from "./model-check.ts";
import { modelSetCommand } from "./model-set.ts";

export const modelCommand: CommandSpec = {
  name: "model",
  summary: "which model each member has; set and check them",
  async act(wire, command) {
    const { modelListAct } = await import("../acts/model.ts");
    return modelListAct(wire, command.optsWithGlobals());
  },
  parts: [modelSetCommand, modelCheckCommand],
};
