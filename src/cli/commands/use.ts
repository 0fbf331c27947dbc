import { type CommandSpec, inTable } from "../command-spec.ts";

export const useCommand: CommandSpec = {
  ...inTable("use"),
  session: false,
  takes: (command) =>
    command
      .argument("[session]", "the session; left out: says which one it is now")
      .option("--none", "none in particular: the newest open one"),
  async act(wire, command) {
    const { useAct } = await import("../acts/use.ts");
    return useAct(wire, command.args[0], command.optsWithGlobals());
  },
};
