import { type CommandSpec, inTable } from "../command-spec.ts";

export const helpCommand: CommandSpec = {
  ...inTable("help"),
  session: false,
  takes: (command) => command.argument("[words...]", "a command, such as task cancel, or a topic"),
  async act(wire, command) {
    const { helpAct } = await import("../acts/help.ts");
    return helpAct(wire, command.args, command.parent ?? command, command.optsWithGlobals());
  },
};
