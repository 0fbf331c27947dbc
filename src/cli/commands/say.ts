import { type CommandSpec, inTable } from "../command-spec.ts";
import { collected } from "../option-values.ts";

export const sayCommand: CommandSpec = {
  ...inTable("say"),
  takes: (command) =>
    command
      .argument("[text...]", "what to say; without it, or with -, standard input is read")
      .option("--to <names>", "address these members, such as mara,jonas; everybody hears it", collected)
      .option(
        "--now",
        "interrupt: the member who is speaking starts again with your message; a command that it runs is ended",
      ),
  async act(wire, command) {
    const { sayAct } = await import("../acts/say.ts");
    return sayAct(wire, command.args, command.optsWithGlobals());
  },
};
