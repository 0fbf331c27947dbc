import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.ts";
import type { Wire } from "./wire/wire.ts";

/** How a command is typed and what it does. Every start loads all specs, so an act is loaded only when called. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** A line at the end of `huddle --help`. */
  readonly example?: Example;
  /** Its arguments and options, in addition to those of every command. */
  takes?(command: Command): Command;
  /** Left out: the command only groups its subcommands. */
  act?(wire: Wire, command: Command): Promise<ExitCode>;
  /** Its subcommands, such as `groom list`. */
  readonly parts?: readonly CommandSpec[];
}

export interface Example {
  readonly typed: string;
  readonly does: string;
}
