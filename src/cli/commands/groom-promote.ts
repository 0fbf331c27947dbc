import type { CommandSpec } from "../command-spec.ts";
import { budgetOptions, groomingArgument } from "../option-groups.ts";

export const groomPromoteCommand: CommandSpec = {
  name: "promote",
  summary: "have a brief written, edit it, and start an iteration from it",
  takes(command) {
    const promote = groomingArgument(command)
      .option("-y, --yes", "take the brief as it is")
      .option("--file <file>", "take the brief from this file instead of opening an editor");
    return budgetOptions(promote, "the most the iteration may spend");
  },
  async act(wire, command) {
    const { groomPromoteAct } = await import("../acts/groom-promote.ts");
    return groomPromoteAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
