import type { CommandSpec } from "../command-spec.ts";

export const groomListCommand: CommandSpec = {
  name: "list",
  summary: "all of them, with turns, last activity and what became of them",
  async act(wire, command) {
    const { groomListAct } = await import("../acts/groom-list.ts");
    return groomListAct(wire, command.optsWithGlobals());
  },
};
