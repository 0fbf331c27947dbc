import { type CommandSpec, inTable } from "../command-spec.ts";

export const advanceCommand: CommandSpec = {
  ...inTable("advance"),
  takes: (command) =>
    command
      .option("--skip", "leave the phase without its result")
      .option("-m, --message <words>", "with --skip: why"),
  async act(wire, command) {
    const { advanceAct } = await import("../acts/advance.ts");
    return advanceAct(wire, command.optsWithGlobals());
  },
};
