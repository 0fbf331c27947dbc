import type { CommandSpec } from "../command-spec.ts";
import { collected } from "../option-values.ts";

export const sayCommand: CommandSpec = {
  name: "say",
  summary: "tell the team something",
  example: {
    typed: 'huddle say --to mara "keep it to one file"',
    does: "tell one of them something, from any terminal",
  },
  takes: (command) =>
    command
      .argument("[text...]", "what to say; left out or -, it is read from what is piped in")
      .option("--to <names>", "whom it is meant for, such as mara,jonas; everybody hears it", collected)
      .option("--now", "break in: whoever is speaking is asked again with it"),
  async act(wire, command) {
    const { sayAct } = await import("../acts/say.ts");
    return sayAct(wire, command.args, command.optsWithGlobals());
  },
};
