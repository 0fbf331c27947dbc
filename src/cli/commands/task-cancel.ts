import type { TaskCancelOptions } from "../acts/task-cancel.ts";
import type { CommandSpec } from "../command-spec.ts";

export const taskCancelCommand: CommandSpec = {
  name: "cancel",
  summary: "end a task without its work; or, with --revert, take back what has landed of it",
  takes: (command) =>
    command
      .argument("<tasks...>", "the tasks, such as t1 t2")
      .option(
        "-y, --yes",
        "also if other tasks build on them, which then wait for you, or if they are with you",
      )
      .option(
        "--revert",
        "take back a task that has landed, as a commit of its own; if the checks fail, nothing changes",
      ),
  async act(wire, command) {
    const options: TaskCancelOptions = command.optsWithGlobals();
    if (options.revert) {
      const { taskRevertAct } = await import("../acts/task-revert.ts");
      return taskRevertAct(wire, command.args, options);
    }
    const { taskCancelAct } = await import("../acts/task-cancel.ts");
    return taskCancelAct(wire, command.args, options);
  },
};
