import { type CommandSpec, inTable } from "../command-spec.ts";

export const reopenCommand: CommandSpec = {
  ...inTable("reopen"),
  takes: (command) => command.argument("[session]", "the session to go on with; the same as --session"),
  async act(wire, command) {
    const { reopenAct } = await import("../acts/reopen.ts");
    return reopenAct(wire, command.args[0], command.optsWithGlobals());
  },
};
