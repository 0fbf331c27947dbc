import type { CommandSpec } from "../command-spec.ts";

export const replyCommand: CommandSpec = {
  name: "reply",
  summary: "answer an item of the inbox",
  example: { typed: "huddle reply q41 2", does: "choose the second option of a question" },
  takes: (command) =>
    command
      .argument("<id>", "the item, such as q41")
      .argument("<answer...>", 'yes, no, always, the number of an option, or "your words"'),
  async act(wire, command) {
    const { replyAct } = await import("../acts/reply.ts");
    return replyAct(wire, command.args, command.optsWithGlobals());
  },
};
