import type { CommandSpec } from "../command-spec.ts";

export const taskRetryCommand: CommandSpec = {
  name: "retry",
  summary: "try a task again that failed or waits for you",
  takes: (command) => command.argument("<tasks...>", "the tasks, such as t1 t2"),
  async act(wire, command) {
    const { taskRetryAct } = await import("../acts/task-retry.ts");
    return taskRetryAct(wire, command.args, command.optsWithGlobals());
  },
};
