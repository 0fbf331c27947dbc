import type { Command } from "commander";

/** A command as it can be typed: what completion and the man page are made from. */
export interface TreeCommand {
  readonly name: string;
  readonly summary: string;
  readonly args: readonly TreeArgument[];
  readonly options: readonly TreeOption[];
  readonly parts: readonly TreeCommand[];
}

export interface TreeArgument {
  readonly name: string;
  readonly does: string;
  readonly isRequired: boolean;
  readonly isMany: boolean;
  readonly choices: readonly string[];
}

export interface TreeOption {
  readonly long: string;
  readonly short: string | undefined;
  readonly does: string;
  /** What follows it, such as `<file>`. Undefined: nothing. */
  readonly value: string | undefined;
  /** It can also stand alone. */
  readonly isOptional: boolean;
  readonly choices: readonly string[];
}

export function commandTree(command: Command): TreeCommand {
  return {
    name: command.name(),
    summary: command.description(),
    args: command.registeredArguments.map((one) => ({
      name: one.name(),
      does: one.description,
      isRequired: one.required,
      isMany: one.variadic,
      choices: one.argChoices ?? [],
    })),
    options: command.options.map(({ long, short, flags, description, argChoices, optional }) => ({
      long: long ?? "",
      short,
      does: description,
      value: /[<[].*$/.exec(flags)?.[0],
      isOptional: optional,
      choices: argChoices ?? [],
    })),
    parts: command.commands.map(commandTree),
  };
}
