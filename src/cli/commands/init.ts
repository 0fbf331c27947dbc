import { type CommandSpec, inTable } from "../command-spec.ts";

export const initCommand: CommandSpec = {
  ...inTable("init"),
  session: false,
  async act(wire, command) {
    const { initAct } = await import("../acts/init.ts");
    return initAct(wire, command.optsWithGlobals());
  },
};
