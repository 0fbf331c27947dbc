import { type CommandSpec, inTable } from "../command-spec.ts";

export const replyCommand: CommandSpec = {
  ...inTable("reply"),
  takes: (command) =>
    command
      .argument("<id>", "the item, such as q41")
      .argument("<answer...>", 'yes, no, always, the number of an option, or "your words"'),
  async act(wire, command) {
    const { replyAct } = await import("../acts/reply.ts");
    return replyAct(wire, command.args, command.optsWithGlobals());
  },
};
