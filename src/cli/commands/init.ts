import { type CommandSpec, inTable } from "../command-spec.ts";

export const initCommand: CommandSpec = {
  ...inTable("init"),
  session: false,
  takes: (command) =>
    command.option("--try", "try set-up and checks in a clean checkout of the last commit, without asking"),
  async act(wire, command) {
    const { initAct } = await import("../acts/init.ts");
    return initAct(wire, command.optsWithGlobals());
  },
};
