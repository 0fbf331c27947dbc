import type { CommandSpec } from "../command-spec.ts";
import {
  briefOptions,
  budgetOptions,
  folderOption,
  unattendedOptions,
  waitOption,
} from "../option-groups.ts";

export const doCommand: CommandSpec = {
  name: "do",
  summary: "small work without a meeting: one member builds it, another reviews it",
  example: { typed: 'huddle do "correct the typo in the help"', does: "small work, without a meeting" },
  takes(command) {
    const work = folderOption(briefOptions(command, "what to do, in a few words"))
      .option("--hotfix", "plan it into what is being built, before all other tasks, instead of on its own")
      .option("--all", "show everything instead of a summary")
      .option("--auto", "do not ask you along the way");
    return budgetOptions(unattendedOptions(waitOption(work)), "the most it may spend");
  },
  async act(wire, command) {
    const { doAct } = await import("../acts/do.ts");
    return doAct(wire, command.args, command.optsWithGlobals());
  },
};
