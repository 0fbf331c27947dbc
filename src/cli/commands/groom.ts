import { type CommandSpec, inTable } from "../command-spec.ts";
import { talkOptions } from "../option-groups.ts";
import { groomContinueCommand } from "./groom-continue.ts";
import { groomListCommand } from "./groom-list.ts";
import { groomPromoteCommand } from "./groom-promote.ts";
import { groomShowCommand } from "./groom-show.ts";

export const groomCommand: CommandSpec = {
  ...inTable("groom"),
  session: false,
  takes: (command) =>
    talkOptions(
      command
        .argument("[topic]", "what to talk about; without it, all groomings are listed")
        .argument("[brief...]", "more about it; - reads standard input"),
    ).option("--brief-file <file>", "read more about it from a file"),
  async act(wire, command, run) {
    if (command.args.length === 0) {
      const { groomListAct } = await import("../acts/groom-list.ts");
      return groomListAct(wire, command.optsWithGlobals());
    }
    const { groomAct } = await import("../acts/groom.ts");
    return groomAct(wire, command.args, command.optsWithGlobals(), run);
  },
  parts: [groomContinueCommand, groomListCommand, groomShowCommand, groomPromoteCommand],
};
