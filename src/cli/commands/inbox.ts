import type { CommandSpec } from "../command-spec.ts";

export const inboxCommand: CommandSpec = {
  name: "inbox",
  summary: "what waits for you, in all sessions",
  async act(wire, command) {
    const { inboxAct } = await import("../acts/inbox.ts");
    return inboxAct(wire, command.optsWithGlobals());
  },
};
