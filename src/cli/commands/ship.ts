import type { CommandSpec } from "../command-spec.ts";

export const shipCommand: CommandSpec = {
  name: "ship",
  summary: "hand over what was built, as a branch or onto one",
  example: { typed: "huddle ship --onto main", does: "bring what was built onto a branch" },
  takes: (command) =>
    command
      .option("--onto <branch>", "move this branch forward to it")
      .option("-y, --yes", "do not ask before a branch that is checked out is moved"),
  async act(wire, command) {
    const { shipAct } = await import("../acts/ship.ts");
    return shipAct(wire, command.optsWithGlobals());
  },
};
