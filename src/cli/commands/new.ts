import type { CommandSpec } from "../command-spec.ts";
import { briefOptions, budgetOptions, folderOption } from "../option-groups.ts";

export const newCommand: CommandSpec = {
  name: "new",
  summary: "start a session for an idea",
  example: {
    typed: 'huddle new "a calculator for the terminal"',
    does: "start a session in this repository",
  },
  takes: (command) =>
    budgetOptions(
      folderOption(briefOptions(command, "what to build, in a few words")),
      "the most this session may spend",
    ),
  async act(wire, command) {
    const { newAct } = await import("../acts/new.ts");
    return newAct(wire, command.args, command.optsWithGlobals());
  },
};
