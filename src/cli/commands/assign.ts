import { type CommandSpec, inTable } from "../command-spec.ts";

export const assignCommand: CommandSpec = {
  ...inTable("assign"),
  takes: (command) =>
    command
      .argument("[pairs...]", "a task and its engineer, repeated, such as t1 mara t2 jonas")
      .option("--auto", "spread the tasks evenly, layer by layer")
      .option("--volunteer", "ask the engineers which tasks they would take"),
  async act(wire, command) {
    const { assignAct } = await import("../acts/assign.ts");
    return assignAct(wire, command.args, command.optsWithGlobals());
  },
};
