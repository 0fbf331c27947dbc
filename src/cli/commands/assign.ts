import type { CommandSpec } from "../command-spec.ts";

export const assignCommand: CommandSpec = {
  name: "assign",
  summary: "say who builds what",
  takes: (command) =>
    command
      .argument("[pairs...]", "a task and an engineer, as often as needed, such as t1 mara t2 jonas")
      .option("--auto", "evenly: in each layer whoever has fewest")
      .option("--volunteer", "ask the engineers which they would take"),
  async act(wire, command) {
    const { assignAct } = await import("../acts/assign.ts");
    return assignAct(wire, command.args, command.optsWithGlobals());
  },
};
