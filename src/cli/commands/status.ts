import { type CommandSpec, inTable } from "../command-spec.ts";

export const statusCommand: CommandSpec = {
  ...inTable("status"),
  async act(wire, command) {
    const { statusAct } = await import("../acts/status.ts");
    return statusAct(wire, command.optsWithGlobals());
  },
};
