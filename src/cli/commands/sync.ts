import { type CommandSpec, inTable } from "../command-spec.ts";

export const syncCommand: CommandSpec = {
  ...inTable("sync"),
  takes: (command) => command.argument("[branch]", "another branch to catch up with, such as origin/main"),
  async act(wire, command) {
    const { syncAct } = await import("../acts/sync.ts");
    return syncAct(wire, command.optsWithGlobals(), command.args[0]);
  },
};
