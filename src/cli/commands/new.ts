import { Option } from "commander";
import { meetings } from "../../core/terms/phase.ts";
import { type CommandSpec, inTable } from "../command-spec.ts";
import { briefOptions, budgetOptions, folderOption } from "../option-groups.ts";

export const newCommand: CommandSpec = {
  ...inTable("new"),
  session: false,
  takes: (command) =>
    budgetOptions(
      folderOption(briefOptions(command, "what to build, in a few words")).addOption(
        new Option(
          "--meeting <size>",
          "how much is talked about first; left out, the coach says how much it is worth (huddle meeting: what each may take)",
        ).choices(meetings),
      ),
      "the most this session may spend",
    ),
  async act(wire, command) {
    const { newAct } = await import("../acts/new.ts");
    return newAct(wire, command.args, command.optsWithGlobals());
  },
};
