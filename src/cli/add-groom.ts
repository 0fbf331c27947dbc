import type { Command } from "commander";
import type { Add } from "./add.ts";
import { dollarAmount, wholeNumber } from "./option-values.ts";

/** `huddle groom` and what belongs to it. */
export function addGroom(add: Add): void {
  const slug = ["<slug>", "which grooming, such as offline-mode"] as const;
  const groom = talking(
    add("groom", "explore a topic without a goal; list, show, continue, promote", async (wire, command) => {
      if (command.args.length === 0)
        return (await import("./commands/groom-list.ts")).groomListCommand(wire, command.optsWithGlobals());
      const { groomCommand } = await import("./commands/groom.ts");
      return groomCommand(wire, command.args, command.optsWithGlobals());
    })
      .argument("[topic]", "what to talk about; left out, all groomings are listed")
      .argument("[brief...]", "more about it; - reads it from what is piped in"),
  ).option("--brief-file <file>", "read what there is to say about it from a file");
  talking(
    add(
      "continue",
      "go on with one, also weeks later",
      async (wire, command) => {
        const { groomContinueCommand } = await import("./commands/groom.ts");
        return groomContinueCommand(wire, command.args[0] ?? "", command.optsWithGlobals());
      },
      groom,
    ).argument(...slug),
  );
  add(
    "list",
    "all of them, with turns, last activity and what became of them",
    async (wire, command) => {
      const { groomListCommand } = await import("./commands/groom-list.ts");
      return groomListCommand(wire, command.optsWithGlobals());
    },
    groom,
  );
  add(
    "show",
    "what was said",
    async (wire, command) => {
      const { groomShowCommand } = await import("./commands/groom.ts");
      return groomShowCommand(wire, command.args[0] ?? "", command.optsWithGlobals());
    },
    groom,
  )
    .argument(...slug)
    .option("-f, --follow", "go on as things happen")
    .option("--all", "the whole talk instead of a line per turn")
    .option("--events", "every event, a line each");
  add(
    "promote",
    "have a brief written, edit it, and start an iteration from it",
    async (wire, command) => {
      const { groomPromoteCommand } = await import("./commands/groom-promote.ts");
      return groomPromoteCommand(wire, command.args[0] ?? "", command.optsWithGlobals());
    },
    groom,
  )
    .argument(...slug)
    .option("-y, --yes", "take the brief as it is")
    .option("--file <file>", "take the brief from this file instead of opening an editor")
    .option("--budget <dollars>", "the most the iteration may spend", dollarAmount)
    .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0));
}

/** What a talk takes. */
function talking(command: Command): Command {
  return command
    .option("-m, --message <words>", "say this first")
    .option("--max-turns <count>", "turns before it stops and asks; 30 at first", wholeNumber(1))
    .option("--all", "show the whole talk instead of a line per turn")
    .option("--budget <dollars>", "the most it may spend in all", dollarAmount)
    .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0));
}
