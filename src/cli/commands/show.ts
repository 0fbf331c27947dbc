import { Option } from "commander";
import { iterationPhases } from "../../core/terms/phase.ts";
import { type CommandSpec, inTable } from "../command-spec.ts";
import { shownOptions } from "../option-groups.ts";
import { wholeNumber } from "../option-values.ts";

export const showCommand: CommandSpec = {
  ...inTable("show"),
  takes: (command) =>
    shownOptions(command)
      .argument(
        "[what]",
        "a task such as t1, decisions, scope, tasks, approach, review, brief or trace; by default the story",
      )
      .argument(
        "[about]",
        "of the trace: a requirement, criterion, decision, task, commit or test, such as r3",
      )
      .option("-f, --follow", "keep printing as things happen")
      .addOption(new Option("--phase <phase>", "show only this phase").choices(iterationPhases))
      .option("--from <event>", "start at this event", wholeNumber(0))
      .option(
        "--version <version>",
        "an older version of a scope, tasks, approach or review, by number or id",
      )
      .option("--events", "show every event, one line each, including tools and checks"),
  async act(wire, command) {
    const { showAct } = await import("../acts/show.ts");
    return showAct(wire, command.optsWithGlobals(), command.args[0], command.args[1]);
  },
};
