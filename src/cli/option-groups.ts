import type { Command } from "commander";
import { dollarAmount, wholeNumber } from "./option-values.ts";

/** What every command takes. */
export function commonOptions(command: Command): Command {
  return command
    .option("--json", "print JSON: one document, or one event per line")
    .option("--session <id>", "which session; the newest open one if left out");
}

/** `most`: what the budget limits, in words. */
export function budgetOptions(command: Command, most: string): Command {
  return command
    .option("--budget <dollars>", most, dollarAmount)
    .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0));
}

/** A title and a brief, for commands that start a session. `title`: what the title says, in words. */
export function briefOptions(command: Command, title: string): Command {
  return command
    .argument("<title>", title)
    .argument("[brief...]", "more about it; - reads it from what is piped in")
    .option("-m, --message <words>", "the same, as one text")
    .option("--brief-file <file>", "read the brief from a file");
}

/** What a talk without a goal takes, begun or continued. */
export function talkOptions(command: Command): Command {
  const talk = command
    .option("-m, --message <words>", "say this first")
    .option("--max-turns <count>", "turns before it stops and asks; 30 at first", wholeNumber(1))
    .option("--all", "show the whole talk instead of a line per turn");
  return budgetOptions(talk, "the most it may spend in all");
}

/** Which grooming a part of `huddle groom` is about. */
export function groomingArgument(command: Command): Command {
  return command.argument("<slug>", "which grooming, such as offline-mode");
}
