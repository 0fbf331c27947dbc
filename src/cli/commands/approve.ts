import type { CommandSpec } from "../command-spec.ts";

export const approveCommand: CommandSpec = {
  name: "approve",
  summary: "see everything that needs your yes, in full; with --all, approve it",
  takes: (command) =>
    command
      .option("--all", "show it, and approve all of it after your yes")
      .option("-y, --yes", "with --all: do not ask again"),
  async act(wire, command) {
    const { approveAct } = await import("../acts/approve.ts");
    return approveAct(wire, command.optsWithGlobals());
  },
};
