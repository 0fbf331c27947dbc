import type { CommandSpec } from "../command-spec.ts";

export const editCommand: CommandSpec = {
  name: "edit",
  summary: "change the scope, tasks, approach or review yourself",
  takes: (command) =>
    command
      .argument("<what>", "scope, tasks, approach, review or brief")
      .option("--file <file>", "take this file instead of opening an editor")
      .option("--stdin", "take what is piped in")
      .option("--print", "print what would be edited, to begin with"),
  async act(wire, command) {
    const { editAct } = await import("../acts/edit.ts");
    return editAct(wire, command.args[0] ?? "", command.optsWithGlobals());
  },
};
