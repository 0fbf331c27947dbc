import type { CommandSpec } from "../command-spec.ts";

export const groomListCommand: CommandSpec = {
  name: "list",
  summary: "list all groomings, with turns, last activity and outcome",
  session: false,
  async act(wire, command) {
    const { groomListAct } = await import("../acts/groom-list.ts");
    return groomListAct(wire, command.optsWithGlobals());
  },
};
