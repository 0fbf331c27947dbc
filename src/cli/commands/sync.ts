import type { CommandSpec } from "../command-spec.ts";

export const syncCommand: CommandSpec = {
  name: "sync",
  summary: "merge what is new on the branch the work began from into what has landed, after its checks",
  example: { typed: "huddle sync", does: "catch up with the branch the session began from" },
  takes: (command) => command.argument("[branch]", "another branch to catch up with, such as origin/main"),
  async act(wire, command) {
    const { syncAct } = await import("../acts/sync.ts");
    return syncAct(wire, command.optsWithGlobals(), command.args[0]);
  },
};
