import { Option } from "commander";
import { phases } from "../../core/terms/phase.ts";
import type { CommandSpec } from "../command-spec.ts";
import { wholeNumber } from "../option-values.ts";

export const showCommand: CommandSpec = {
  name: "show",
  summary: "the story so far, or the decisions, scope, tasks, approach, review",
  example: { typed: "huddle show --follow", does: "watch from a second terminal" },
  takes: (command) =>
    command
      .argument("[what]", "decisions, scope, tasks, approach, review or brief; the story if left out")
      .option("-f, --follow", "go on as things happen")
      .addOption(new Option("--phase <phase>", "only this phase").choices(phases))
      .option("--from <event>", "begin at this event", wholeNumber(0))
      .option("--all", "the whole talk instead of a line per turn")
      .option(
        "--version <version>",
        "of a scope, tasks, approach or review: an older one, by its number or id",
      )
      .option("--events", "every event, a line each, also those of tools and checks"),
  async act(wire, command) {
    const { showAct } = await import("../acts/show.ts");
    return showAct(wire, command.optsWithGlobals(), command.args[0]);
  },
};
