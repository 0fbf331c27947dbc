import type { CommandSpec } from "../command-spec.ts";

export const modelListCommand: CommandSpec = {
  name: "list",
  summary: "which model each member has, and which ones you can use here",
  session: false,
  async act(wire, command) {
    const { modelListAct } = await import("../acts/model.ts");
    return modelListAct(wire, command.optsWithGlobals());
  },
};
