import { type CommandSpec, inTable } from "../command-spec.ts";

export const dropCommand: CommandSpec = {
  ...inTable("drop"),
  takes: (command) =>
    command
      .argument("[session]", "the session to drop; the same as --session")
      .option("-y, --yes", "do not ask before anything is removed"),
  async act(wire, command) {
    const { dropAct } = await import("../acts/drop.ts");
    return dropAct(wire, command.args[0], command.optsWithGlobals());
  },
};
