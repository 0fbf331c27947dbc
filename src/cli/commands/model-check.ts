import type { CommandSpec } from "../command-spec.ts";

export const modelCheckCommand: CommandSpec = {
  name: "check",
  summary: "ask a model a dozen small questions: can it talk, use tools, plan, build?",
  session: false,
  takes: (command) => command.argument("[model...]", "provider/model; by default all that are set"),
  async act(wire, command) {
    const { modelCheckAct } = await import("../acts/model-check.ts");
    return modelCheckAct(wire, command.args, command.optsWithGlobals());
  },
};
