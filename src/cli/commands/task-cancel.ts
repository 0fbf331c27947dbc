import type { CommandSpec } from "../command-spec.ts";

export const taskCancelCommand: CommandSpec = {
  name: "cancel",
  summary: "end a task without its work; the others go on",
  takes: (command) =>
    command
      .argument("<tasks...>", "the tasks, such as t1 t2")
      .option(
        "-y, --yes",
        "also if other tasks build on them, which then wait for you, or if they are with you",
      ),
  async act(wire, command) {
    const { taskCancelAct } = await import("../acts/task-cancel.ts");
    return taskCancelAct(wire, command.args, command.optsWithGlobals());
  },
};
