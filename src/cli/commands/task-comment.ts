import type { CommandSpec } from "../command-spec.ts";

export const taskCommentCommand: CommandSpec = {
  name: "comment",
  summary: "say something about a task or a line of it; it goes back to its engineer, who reads that next",
  takes: (command) =>
    command
      .argument("<id>", "the task, such as t1")
      .argument("<words...>", "the line, such as src/parse.js:12 or src/parse.js:12-20, and what you say"),
  async act(wire, command) {
    const { taskCommentAct } = await import("../acts/task-comment.ts");
    return taskCommentAct(wire, command.args, command.optsWithGlobals());
  },
};
