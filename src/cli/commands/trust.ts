import { type CommandSpec, inTable } from "../command-spec.ts";
import { wholeNumber } from "../option-values.ts";

export const trustCommand: CommandSpec = {
  ...inTable("trust"),
  takes: (command) =>
    command
      .option("--give", "trust what it executes, as it is now")
      .option(
        "--revoke <number>",
        "take back what you allowed for good, by its number in the list",
        wholeNumber(1),
      ),
  async act(wire, command) {
    const { trustAct } = await import("../acts/trust.ts");
    return trustAct(wire, command.optsWithGlobals());
  },
};
