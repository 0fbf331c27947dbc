import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.ts";
import type { Wire } from "./wire/wire.ts";

/** A command as it is typed, and what it does. All specs are loaded at every start, so an act is loaded when called. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** A line at the end of `huddle --help`. */
  readonly example?: Example;
  /** Its arguments and options, beside those that every command takes. */
  takes?(command: Command): Command;
  /** Left out: the command only holds its parts together. */
  act?(wire: Wire, command: Command): Promise<ExitCode>;
  /** Commands below it, such as `groom list`. */
  readonly parts?: readonly CommandSpec[];
}

export interface Example {
  readonly typed: string;
  readonly does: string;
}
