import { type CommandSpec, inTable } from "../command-spec.ts";

export const editCommand: CommandSpec = {
  ...inTable("edit"),
  takes: (command) =>
    command
      .argument("<what>", "scope, tasks, approach, review or brief")
      .option("--file <file>", "use this file instead of opening an editor")
      .option("--stdin", "read the new text from standard input")
      .option("--print", "print the current version, to start from; with --json as JSON"),
  async act(wire, command) {
    const { editAct } = await import("../acts/edit.ts");
    return editAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
