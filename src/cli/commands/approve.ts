import { type CommandSpec, inTable } from "../command-spec.ts";

export const approveCommand: CommandSpec = {
  ...inTable("approve"),
  takes: (command) =>
    command
      .option("--all", "show it, and approve all of it after your yes")
      .option("-y, --yes", "with --all: do not ask again"),
  async act(wire, command) {
    const { approveAct } = await import("../acts/approve.ts");
    return approveAct(wire, command.optsWithGlobals());
  },
};
