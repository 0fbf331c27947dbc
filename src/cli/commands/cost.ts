import { Option } from "commander";
import type { CommandSpec } from "../command-spec.ts";

export const costCommand: CommandSpec = {
  name: "cost",
  summary: "what was spent, on what, and what is left",
  takes: (command) =>
    command
      .addOption(
        new Option("--by <what>", "one table instead of all").choices([
          "session",
          "phase",
          "task",
          "member",
          "model",
        ]),
      )
      .option("--all", "all sessions of this repository")
      .option("--csv", "one row per request, to lay beside an invoice"),
  async act(wire, command) {
    const { costAct } = await import("../acts/cost.ts");
    return costAct(wire, command.optsWithGlobals());
  },
};
