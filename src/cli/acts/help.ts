import type { Command } from "commander";
import { Fault } from "../../core/fault.ts";
import { commandGroups, commandNames, commands, namesIn } from "../../core/views/typed/commands.ts";
import { meantWords } from "../../core/views/typed/nearest.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { commandTree } from "../help/command-tree.ts";
import { manPage } from "../help/man-page.ts";
import { overview } from "../help/overview.ts";
import { topicNames } from "../help/topic-names.ts";
import { topics } from "../help/topics.ts";
import type { CommonOptions } from "../options.ts";
import { jsonText } from "../print/json-text.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle help [command or topic]`. */
export async function helpAct(
  wire: Wire,
  words: readonly string[],
  program: Command,
  { json }: CommonOptions,
): Promise<ExitCode> {
  const text = textFor(words, program);
  wire.output.out(json ? `${jsonText({ help: text })}\n` : text);
  return exitCodes.finished;
}

function textFor(words: readonly string[], program: Command): string {
  const [first] = words;
  if (first === undefined) return overview;
  if (words.length === 1 && first === "commands") return everyCommand();
  if (words.length === 1 && first === "man") return manPage(commandTree(program), program.version() ?? "");
  const topic = topicNames.find((name) => name === first);
  if (topic !== undefined && words.length === 1) return topics[topic];
  return `${commandNamed(words, program).helpInformation().trimEnd()}\n`;
}

/** The command that these words name, such as `task cancel`. Otherwise throws a Fault with the nearest. */
function commandNamed(words: readonly string[], program: Command): Command {
  let command = program;
  for (const [index, word] of words.entries()) {
    const part = command.commands.find((one) => one.name() === word);
    if (!part)
      throw unknown(words.slice(0, index + 1).join(" "), word, index === 0 ? known : partsOf(command));
    command = part;
  }
  return command;
}

const known: readonly string[] = [...commandNames, ...topicNames, "commands", "man"];

function partsOf(command: Command): readonly string[] {
  return command.commands.map((one) => one.name());
}

function unknown(named: string, word: string, words: readonly string[]): Fault {
  const meant = meantWords(word, words);
  return new Fault("usage", `There is no help for ${named}.${meant} See: huddle help commands`);
}

/** A line for each command, in groups. */
function everyCommand(): string {
  const widest = Math.max(...commandNames.map((name) => name.length));
  const rows = commandGroups.flatMap((group) => [
    group,
    ...namesIn(group).map((name) => `  ${name.padEnd(widest)}  ${commands[name].does}`),
    "",
  ]);
  return `${rows.join("\n")}huddle help and a command lists its options. Topics: ${topicNames.join(", ")}\n`;
}
