import type { CommandSpec } from "../command-spec.ts";

export const debugPromptsCommand: CommandSpec = {
  name: "prompts",
  summary: "the prompts that models get, and which of them this project has changed",
  session: false,
  takes: (command) =>
    command.argument(
      "[name]",
      "print one file, such as coach.md; a changed file is compared with the original",
    ),
  async act(wire, command) {
    const { debugPromptsAct } = await import("../acts/debug-prompts.ts");
    return debugPromptsAct(wire, command.args[0], command.optsWithGlobals());
  },
};
