import { Argument } from "commander";
import { type CommandSpec, inTable } from "../command-spec.ts";
import { shells } from "../option-values.ts";

export const completionCommand: CommandSpec = {
  ...inTable("completion"),
  session: false,
  takes: (command) =>
    command
      .addArgument(
        new Argument("<shell>", "your shell; words: what fits behind what is typed, for its script").choices([
          ...shells,
          "words",
        ]),
      )
      .argument("[typed...]", "for words, behind --: what is typed so far"),
  async act(wire, command) {
    const { completionAct } = await import("../acts/completion.ts");
    return completionAct(wire, command.args, command.parent ?? command, command.optsWithGlobals());
  },
};
