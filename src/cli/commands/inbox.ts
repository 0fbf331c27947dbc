import { type CommandSpec, inTable } from "../command-spec.ts";

export const inboxCommand: CommandSpec = {
  ...inTable("inbox"),
  async act(wire, command) {
    const { inboxAct } = await import("../acts/inbox.ts");
    return inboxAct(wire, command.optsWithGlobals());
  },
};
