import type { CommandSpec } from "../command-spec.ts";

export const advanceCommand: CommandSpec = {
  name: "advance",
  summary: "accept what waits, or ask the team to wrap up this phase",
  takes: (command) =>
    command
      .option("--skip", "leave the phase without its result")
      .option("-m, --message <words>", "with --skip: why"),
  async act(wire, command) {
    const { advanceAct } = await import("../acts/advance.ts");
    return advanceAct(wire, command.optsWithGlobals());
  },
};
