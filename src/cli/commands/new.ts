import { type CommandSpec, inTable } from "../command-spec.ts";
import { briefOptions, budgetOptions, folderOption } from "../option-groups.ts";

export const newCommand: CommandSpec = {
  ...inTable("new"),
  session: false,
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
