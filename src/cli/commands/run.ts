import { Option } from "commander";
import { iterationPhases, meetings, paces } from "../../core/terms/phase.ts";
import { type CommandSpec, inTable } from "../command-spec.ts";
import { budgetOptions, shownOptions, unattendedOptions, waitOption } from "../option-groups.ts";
import { wholeNumber } from "../option-values.ts";

export const runCommand: CommandSpec = {
  ...inTable("run"),
  takes(command) {
    const typed = shownOptions(command)
      .option("--auto", "accept the team's results without asking; the same as --pace auto")
      .addOption(
        new Option("--pace <pace>", "how often to ask you, from now on").choices(paces).conflicts("auto"),
      )
      .addOption(
        new Option(
          "--meeting <size>",
          "make the meeting this large from now on (huddle meeting: what each may take)",
        ).choices(meetings),
      )
      .addOption(new Option("--until <phase>", "stop at the end of this phase").choices(iterationPhases))
      .option("--max-turns <count>", "stop after this many turns", wholeNumber(1));
    const more = unattendedOptions(waitOption(typed)).option(
      "--force",
      "stop another runner of this session first",
    );
    return budgetOptions(more, "the most this session may spend in total").option(
      "--dry-run",
      "print the next requests and what they may cost; send nothing",
    );
  },
  async act(wire, command, run) {
    const { runAct } = await import("../acts/run.ts");
    return runAct(wire, command.optsWithGlobals(), run);
  },
};
