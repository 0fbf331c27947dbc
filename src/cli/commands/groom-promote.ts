import type { CommandSpec } from "../command-spec.ts";
import { budgetOptions, groomingArgument } from "../option-groups.ts";

export const groomPromoteCommand: CommandSpec = {
  name: "promote",
  summary: "have the coach write a brief, edit it, and start a session from it",
  session: false,
  takes(command) {
    const promote = groomingArgument(command)
      .option("-y, --yes", "accept the brief as it is")
      .option("--file <file>", "read the brief from this file instead of opening an editor");
    return budgetOptions(promote, "the most the new session may spend");
  },
  async act(wire, command, run) {
    const { groomPromoteAct } = await import("../acts/groom-promote.ts");
    return groomPromoteAct(wire, command.args[0] ?? "", command.optsWithGlobals(), run);
  },
};
