import { type Command, Option } from "commander";
import { budgetAmount, duration, shipWay, wholeNumber } from "./option-values.ts";

export function jsonOption(command: Command): Command {
  return command.option("--json", "print JSON: one document, or one event per line");
}

export function plainOption(command: Command): Command {
  return command.option("--plain", "lines only, as for a screen reader: nothing moves, no colours");
}

/** For commands that are about one session. */
export function sessionOption(command: Command): Command {
  return command.option(
    "--session <id>",
    "the session; by default the one of huddle use, else the newest open one",
  );
}

/** `most` says what the budget limits. */
export function budgetOptions(command: Command, most: string): Command {
  return command
    .option("--budget <dollars>", `${most}; none for no limit`, budgetAmount)
    .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0));
}

/** For commands that let the team work. */
export function waitOption(command: Command): Command {
  return command.option(
    "--wait <time>",
    "without you, how long to wait for a yes, such as 30m; 0: not at all",
    duration,
  );
}

/** For commands that are run where nobody looks on. */
export function unattendedOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--ship [how]",
        "when everything is done, ship it: branch (the default), onto, squash, pr or patch=<file>; asks nothing",
      )
        .preset("branch")
        .argParser(shipWay),
    )
    .option("--verdict <file>", "write how the run ended to this file, as JSON");
}

/** A title and a brief, for commands that start a session. `title` describes the title. */
export function briefOptions(command: Command, title: string): Command {
  return command
    .argument("<title>", title)
    .argument("[brief...]", "more about it; - reads standard input")
    .option("-m, --message <words>", "the brief, as one text")
    .option("--brief-file <file>", "read the brief from a file");
}

/** How much of what happens is shown. */
export function shownOptions(command: Command): Command {
  return command
    .addOption(new Option("--brief", "one line for each turn instead of the whole talk").conflicts("all"))
    .option("--all", "also each command of an engineer and each call that was refused");
}

/** The options of a grooming, new or continued. */
export function talkOptions(command: Command): Command {
  const talk = command
    .option("-m, --message <words>", "say this first")
    .option("--max-turns <count>", "turns before it stops and asks; 30 by default", wholeNumber(1));
  return budgetOptions(shownOptions(talk), "the most it may spend in total");
}

/** The grooming that a subcommand of `huddle groom` works on. */
export function groomingArgument(command: Command): Command {
  return command.argument("<slug>", "the grooming, such as offline-mode");
}

/** Where a session works, for commands that start one. */
export function folderOption(command: Command): Command {
  return command.option("--in <folder>", "search, write and check in this folder only, such as packages/api");
}
