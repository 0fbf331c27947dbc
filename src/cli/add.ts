import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.ts";
import type { Wire } from "./wire/wire.ts";

/** What a command does. */
export type Act = (wire: Wire, command: Command) => Promise<ExitCode>;

/** Adds a command, below another one if that is given. */
export type Add = (name: string, summary: string, act: Act, parent?: Command) => Command;
