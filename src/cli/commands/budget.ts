import { type CommandSpec, inTable } from "../command-spec.ts";
import { budgetAmount, wholeNumber } from "../option-values.ts";

export const budgetCommand: CommandSpec = {
  ...inTable("budget"),
  takes: (command) =>
    command
      .argument("[dollars]", "the most it may spend in total from now on; none for no limit", budgetAmount)
      .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0)),
  async act(wire, command) {
    const { budgetAct } = await import("../acts/budget.ts");
    return budgetAct(wire, command.processedArgs[0], command.optsWithGlobals());
  },
};
