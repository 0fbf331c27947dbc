import { type CommandName, commandNames, commands, taskParts } from "./commands.ts";
import { meantWords } from "./nearest.ts";

/** A line that begins with a slash, or is a question mark. Such a line is never words for the team. */
export type Slash =
  /** Words behind `huddle`. */
  | { readonly kind: "command"; readonly args: readonly string[] }
  /** What can be typed now. */
  | { readonly kind: "list" }
  /** Stop the run; it goes on later from where it stopped. */
  | { readonly kind: "pause" }
  | { readonly kind: "unclear"; readonly hint: string };

/** Words that are no commands behind `huddle`. */
const ownWords = ["pause"] as const;

/** What can stand behind the slash, apart from the parts of `task`. */
export const slashNames: readonly string[] = [
  ...ownWords,
  ...commandNames.filter((name) => commands[name].alone !== true),
];

/** Undefined: the line is none. */
export function slashOf(line: string): Slash | undefined {
  const text = line.trim();
  if (text === "?" || text === "/") return { kind: "list" };
  if (!text.startsWith("/")) return undefined;
  const [first = "", ...rest] = wordsIn(text.slice(1));
  const name = first.toLowerCase();
  if (name === "help" && rest.length === 0) return { kind: "list" };
  if (name === "pause") return { kind: "pause" };
  if (isPart(name)) return { kind: "command", args: ["task", name, ...rest] };
  const command = commandNames.find((one) => one === name);
  if (command === undefined) return { kind: "unclear", hint: unknownWords(first) };
  if (commands[command].alone) return { kind: "unclear", hint: aloneWords(command) };
  return { kind: "command", args: [command, ...rest] };
}

/**
 * The words of a line, parted by spaces. Quotes keep a word together if they stand around it, so that the apostrophe in
 * `don't` is a letter.
 */
export function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|\S+/g)].map(
    ([whole, double, single]) => double ?? single ?? whole,
  );
}

function isPart(name: string): boolean {
  return taskParts.some((part) => part === name);
}

function unknownWords(word: string): string {
  const meant = meantWords(
    `/${word}`,
    [...slashNames, ...taskParts].map((name) => `/${name}`),
  );
  const words = meant === "" ? `, or send it as words: /say /${word} …` : ".";
  return `There is no /${word}.${meant} Type ? for all that you can type${words}`;
}

function aloneWords(name: CommandName): string {
  return `/${name} needs a terminal of its own: huddle ${name}`;
}
