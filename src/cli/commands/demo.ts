import { type CommandSpec, inTable } from "../command-spec.ts";
import { numberFrom, wholeNumber } from "../option-values.ts";

export const demoCommand: CommandSpec = {
  ...inTable("demo"),
  session: false,
  takes: (command) =>
    command
      .argument(
        "[name]",
        "calculator (left out: this one), or workshop: three engineers and all kinds of trouble",
      )
      .option("--dir <folder>", "play in this folder, or continue there")
      .option("--speed <factor>", "1 is normal, 2 is twice as fast, 0 makes no pauses", numberFrom(0))
      .option("--kill <times>", "kill the runner this many times, at random, and continue", wholeNumber(1))
      .option("--seed <number>", "with --kill: repeat the same kills", wholeNumber(0)),
  async act(wire, command) {
    const { demoAct } = await import("../acts/demo.ts");
    return demoAct(wire, command.args[0], command.optsWithGlobals());
  },
};
