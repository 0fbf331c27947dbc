import type { Command } from "commander";
import { type CommandName, commands } from "../core/views/typed/commands.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Wire } from "./wire/wire.ts";

/** Runs a command line of this program. `on`: another wire than that of the command that runs it. */
export type RunTyped = (args: readonly string[], on?: Wire) => Promise<ExitCode>;

/** How a command is typed and what it does. Every start loads all specs, so an act is loaded only when called. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** False: it is about no session, so it takes no `--session`. */
  readonly session?: false;
  /** Its arguments and options, in addition to those of every command. */
  takes?(command: Command): Command;
  /** Left out: the command only groups its subcommands. */
  act?(wire: Wire, command: Command, run: RunTyped): Promise<ExitCode>;
  /** Its subcommands, such as `groom list`. */
  readonly parts?: readonly CommandSpec[];
}

/** A command as the table of all commands has it. */
export function inTable(name: CommandName): Pick<CommandSpec, "name" | "summary"> {
  return { name, summary: commands[name].does };
}
