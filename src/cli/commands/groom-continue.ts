import type { CommandSpec } from "../command-spec.ts";
import { groomingArgument, talkOptions } from "../option-groups.ts";

export const groomContinueCommand: CommandSpec = {
  name: "continue",
  summary: "continue a grooming, even weeks later",
  session: false,
  takes: (command) => talkOptions(groomingArgument(command)),
  async act(wire, command, run) {
    const { groomContinueAct } = await import("../acts/groom.ts");
    return groomContinueAct(wire, command.args[0] ?? "", command.optsWithGlobals(), run);
  },
};
