import { type CommandSpec, inTable } from "../command-spec.ts";

export const tasksCommand: CommandSpec = {
  ...inTable("tasks"),
  takes: (command) =>
    command.option("--graph", "show what waits for what, how many can work at once, and the longest chain"),
  async act(wire, command) {
    const { tasksAct } = await import("../acts/tasks.ts");
    return tasksAct(wire, command.optsWithGlobals());
  },
};
