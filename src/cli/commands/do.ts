import { type CommandSpec, inTable } from "../command-spec.ts";
import {
  briefOptions,
  budgetOptions,
  folderOption,
  shownOptions,
  unattendedOptions,
  waitOption,
} from "../option-groups.ts";

export const doCommand: CommandSpec = {
  ...inTable("do"),
  takes(command) {
    const work = shownOptions(folderOption(briefOptions(command, "what to do, in a few words")))
      .option("--hotfix", "plan it into what is being built, before all other tasks, instead of on its own")
      .option("--auto", "do not ask you along the way");
    return budgetOptions(unattendedOptions(waitOption(work)), "the most it may spend");
  },
  async act(wire, command, run) {
    const { doAct } = await import("../acts/do.ts");
    return doAct(wire, command.args, command.optsWithGlobals(), run);
  },
};
