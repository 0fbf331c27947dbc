import type { Command } from "commander";
import type { CommandSpec } from "./command-spec.ts";
import { jsonOption, plainOption, sessionOption } from "./option-groups.ts";

/** Runs a command's act and keeps its exit code. */
export type Run = (act: NonNullable<CommandSpec["act"]>, command: Command) => Promise<void>;

/** Adds a command and its subcommands below another one. */
export function addCommand(parent: Command, spec: CommandSpec, run: Run): void {
  const { name, summary, takes, act, parts = [] } = spec;
  const command = parent.command(name).description(summary);
  takes?.(command);
  plainOption(jsonOption(command));
  if (spec.session !== false) sessionOption(command);
  if (act) command.action(() => run(act, command));
  for (const part of parts) addCommand(command, part, run);
}
