import { Option } from "commander";
import { type CommandSpec, inTable } from "../command-spec.ts";

export const costCommand: CommandSpec = {
  ...inTable("cost"),
  takes: (command) =>
    command
      .addOption(
        new Option("--by <what>", "print only this table").choices([
          "session",
          "phase",
          "task",
          "member",
          "model",
        ]),
      )
      .option("--all", "count all sessions of this repository")
      .option("--csv", "print one row per request, to compare with an invoice"),
  async act(wire, command) {
    const { costAct } = await import("../acts/cost.ts");
    return costAct(wire, command.optsWithGlobals());
  },
};
