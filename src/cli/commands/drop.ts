import type { CommandSpec } from "../command-spec.ts";

export const dropCommand: CommandSpec = {
  name: "drop",
  summary: "end a session without shipping it, and remove its branches and worktrees",
  takes: (command) =>
    command
      .argument("<session>", "the session to drop")
      .option("-y, --yes", "do not ask before anything is removed"),
  async act(wire, command) {
    const { dropAct } = await import("../acts/drop.ts");
    return dropAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
