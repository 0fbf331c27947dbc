import { type CommandSpec, inTable } from "../command-spec.ts";

export const diffCommand: CommandSpec = {
  ...inTable("diff"),
  takes: (command) =>
    command
      .argument("[task]", "a task, such as t1, or a session; without it, all that has landed")
      .option("--stat", "only which files, and how many lines")
      .option("--work", "the task's worktree as it is, with what is not committed"),
  async act(wire, command) {
    const { diffAct } = await import("../acts/diff.ts");
    return diffAct(wire, command.args[0], command.optsWithGlobals());
  },
};
