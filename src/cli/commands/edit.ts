import type { CommandSpec } from "../command-spec.ts";

export const editCommand: CommandSpec = {
  name: "edit",
  summary: "change the scope, tasks, approach or review yourself",
  takes: (command) =>
    command
      .argument("<what>", "scope, tasks, approach, review or brief")
      .option("--file <file>", "use this file instead of opening an editor")
      .option("--stdin", "read the new text from standard input")
      .option("--print", "print the current version, to start from"),
  async act(wire, command) {
    const { editAct } = await import("../acts/edit.ts");
    return editAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
