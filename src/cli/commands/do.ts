import type { CommandSpec } from "../command-spec.ts";
import { briefOptions, budgetOptions } from "../option-groups.ts";

export const doCommand: CommandSpec = {
  name: "do",
  summary: "small work without a talk: one builds it, another reviews it",
  example: { typed: 'huddle do "correct the typo in the help"', does: "small work, without a talk" },
  takes(command) {
    const work = briefOptions(command, "what is to be done, in a few words")
      .option("--all", "show every word instead of what matters")
      .option("--auto", "ask you nothing on the way");
    return budgetOptions(work, "the most it may spend");
  },
  async act(wire, command) {
    const { doAct } = await import("../acts/do.ts");
    return doAct(wire, command.args, command.optsWithGlobals());
  },
};
