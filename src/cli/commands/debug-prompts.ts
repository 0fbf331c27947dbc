import type { CommandSpec } from "../command-spec.ts";

export const debugPromptsCommand: CommandSpec = {
  name: "prompts",
  summary: "which words models are told, and which of them this project has changed",
  takes: (command) =>
    command.argument(
      "[name]",
      "one file, such as coach.md; a changed one is compared with the one that ships",
    ),
  async act(wire, command) {
    const { debugPromptsAct } = await import("../acts/debug-prompts.ts");
    return debugPromptsAct(wire, command.args[0], command.optsWithGlobals());
  },
};
