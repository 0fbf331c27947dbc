import type { CommandSpec } from "../command-spec.ts";

export const shipCommand: CommandSpec = {
  name: "ship",
  summary: "ship what has landed, as a new branch or onto an existing one",
  example: { typed: "huddle ship --onto main", does: "ship onto an existing branch" },
  takes: (command) =>
    command
      .option("--onto <branch>", "move this branch forward instead")
      .option("-y, --yes", "do not ask before moving a branch that is checked out"),
  async act(wire, command) {
    const { shipAct } = await import("../acts/ship.ts");
    return shipAct(wire, command.optsWithGlobals());
  },
};
