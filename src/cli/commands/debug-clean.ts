import type { CommandSpec } from "../command-spec.ts";

export const debugCleanCommand: CommandSpec = {
  name: "clean",
  summary: "remove worktrees, dependencies and files that no session needs any more",
  session: false,
  takes: (command) => command.option("-y, --yes", "do not ask before anything is removed"),
  async act(wire, command) {
    const { debugCleanAct } = await import("../acts/debug-clean.ts");
    return debugCleanAct(wire, command.optsWithGlobals());
  },
};
