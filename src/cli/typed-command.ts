import { Command, type ErrorOptions, type Option } from "commander";

/**
 * A command that says of wrong usage where its own help is, and that knows which words belong to an option. Where the
 * value of an option can be left out, commander takes any word behind it for the value, also the words for which the
 * command is typed: `huddle do --ship "Fix it"`.
 */
export class TypedCommand extends Command {
  override createCommand(name?: string): Command {
    return new TypedCommand(name);
  }

  override parseOptions(args: string[]): ReturnType<Command["parseOptions"]> {
    return super.parseOptions(this.registeredArguments.length === 0 ? args : apart(args, this.options));
  }

  override error(message: string, options?: ErrorOptions): never {
    return super.error(`${plainWords(this, message, options?.code)}\nSee: ${pathOf(this)} --help`, options);
  }
}

/** Commander counts arguments and names those that are missing; a person wants to know what to type. */
function plainWords(command: Command, message: string, code: string | undefined): string {
  const needed = command.registeredArguments;
  if (code === "commander.missingArgument") {
    const missing = needed.find(({ required }, index) => required && command.args[index] === undefined);
    if (missing) return `${pathOf(command)} needs <${missing.name()}>: ${missing.description}`;
  }
  if (code !== "commander.excessArguments") return message;
  const takes = ["no words", "one word"][needed.length] ?? `at most ${needed.length} words`;
  const extra = command.args.slice(needed.length).map((word) => `"${word}"`);
  return `${pathOf(command)} takes ${takes} behind it, so ${extra.join(" ")} is too much. Put quotes around words that belong together.`;
}

/** `huddle task take` */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** The same words, with the value written out where an option stands without one before words of the command. */
function apart(args: readonly string[], options: readonly Option[]): string[] {
  const parts: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (arg === "--") return [...parts, ...args.slice(index)];
    const option = options.find(({ long, short }) => arg === long || arg === short);
    const next = args[index + 1];
    if (option?.required && next !== undefined) {
      parts.push(arg, next);
      index += 1;
    } else if (option?.optional && next !== undefined && isText(next))
      parts.push(`${option.long}=${option.presetArg}`);
    else parts.push(arg);
  }
  return parts;
}

/** Text, and no value: several words, unless a name and "=" stand before them, or "-" for standard input. */
function isText(word: string): boolean {
  return word === "-" || /^[^\s=]+\s+\S/.test(word);
}
