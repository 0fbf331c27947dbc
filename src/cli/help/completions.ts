import { artifactNames } from "../option-values.ts";
import type { TreeArgument, TreeCommand, TreeOption } from "./command-tree.ts";
import { topicNames } from "./topic-names.ts";

/** One way to go on with what is typed. */
export interface Completion {
  readonly word: string;
  readonly does: string;
}

export interface SessionName extends Completion {
  /** Undefined: its log cannot be read. */
  readonly is: "open" | "grooming" | "over" | undefined;
}

/** What the repository knows by name. */
export interface KnownNames {
  readonly sessions: readonly SessionName[];
  readonly tasks: readonly Completion[];
  readonly waits: readonly Completion[];
}

/** What fits behind the words that are typed. The last one is unfinished and may be empty. None: any file, any words. */
export function completions(
  root: TreeCommand,
  typed: readonly string[],
  names: KnownNames,
): readonly Completion[] {
  const last = typed.at(-1) ?? "";
  const at = walk(root, typed.slice(0, -1));
  return candidates(at, last, names).filter(({ word }) => word.startsWith(last));
}

interface Place {
  /** The names of the commands on the way, without `huddle`. */
  readonly path: readonly string[];
  readonly command: TreeCommand;
  /** How many of its arguments are typed. */
  readonly given: number;
  /** The option that wants its value now. */
  readonly open: TreeOption | undefined;
  readonly used: readonly string[];
}

function walk(root: TreeCommand, words: readonly string[]): Place {
  let at: Place = { path: [], command: root, given: 0, open: undefined, used: [] };
  for (const word of words) at = after(at, word);
  return at;
}

function after(at: Place, word: string): Place {
  const { command, given, path, used } = at;
  if (at.open && !(at.open.isOptional && word.startsWith("-"))) return { ...at, open: undefined };
  if (word.startsWith("-")) {
    const option = command.options.find(({ long, short }) => word === long || word === short);
    const open = option?.value === undefined ? undefined : option;
    return { ...at, open, used: [...used, option?.long ?? word] };
  }
  const part = given === 0 ? command.parts.find(({ name }) => name === word) : undefined;
  if (part) return { path: [...path, part.name], command: part, given: 0, open: undefined, used: [] };
  return { ...at, given: given + 1 };
}

function candidates(at: Place, last: string, names: KnownNames): readonly Completion[] {
  const { command, open, used } = at;
  if (open && !last.startsWith("-")) return valuesOf(open, names);
  if (last.startsWith("-"))
    return command.options
      .filter(({ long }) => !used.includes(long))
      .map(({ long, does }) => ({ word: long, does }));
  const parts =
    at.given === 0 ? command.parts.map(({ name, summary }) => ({ word: name, does: summary })) : [];
  return [...parts, ...argumentsAt(at, names)];
}

function valuesOf({ long, choices }: TreeOption, { sessions }: KnownNames): readonly Completion[] {
  return long === "--session" ? sessions : choices.map(plain);
}

function argumentsAt({ path, command, given }: Place, names: KnownNames): readonly Completion[] {
  const wanted = command.args[given] ?? command.args.at(-1);
  if (!wanted || (given >= command.args.length && !wanted.isMany)) return [];
  return wanted.choices.length > 0 ? wanted.choices.map(plain) : namesFor(path, wanted, names);
}

/** What an argument of this name means, which is the same in every command but `reply` and `help`. */
function namesFor(
  [first]: readonly string[],
  { name }: TreeArgument,
  names: KnownNames,
): readonly Completion[] {
  if (first === "help") return ["commands", "man", ...topicNames].map(plain);
  if (first === "reply") return name === "id" ? names.waits : [];
  if (["session", "slug"].includes(name)) return sessionsFor(first, names);
  if (name === "what") return [...(first === "show" ? names.tasks : []), ...artifactNames.map(plain)];
  if (["task", "tasks", "id", "pairs"].includes(name)) return names.tasks;
  return [];
}

/** Those for which the command can do something. */
function sessionsFor(first: string | undefined, { sessions }: KnownNames): readonly Completion[] {
  switch (first) {
    case "use":
      return sessions.filter((one) => one.is === "open");
    case "reopen":
      return sessions.filter((one) => one.is === "over");
    case "groom":
      return sessions.filter((one) => one.is === "grooming");
    default:
      return sessions;
  }
}

function plain(word: string): Completion {
  return { word, does: "" };
}
