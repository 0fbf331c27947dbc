import { CommanderError } from "commander";
import { Fault } from "../core/fault.ts";
import { systemFault } from "../core/system-fault.ts";
import { plainText } from "../core/views/plain-text.ts";
import { type ExitCode, exitCodes, exitOfFault } from "./exit-codes.ts";
import { jsonText } from "./print/json-text.ts";
import type { Wire } from "./wire/wire.ts";

interface Explained {
  readonly code: string;
  readonly message: string;
  readonly exit: ExitCode;
}

/** Prints what went wrong, the same way for all commands, and returns the exit code. */
export function explainError(wire: Wire, error: unknown, json: boolean): ExitCode {
  const { code, message, exit } = explained(wire, error);
  if (json) wire.output.out(`${jsonText({ error: { code, message } })}\n`);
  else wire.output.err(`huddle: ${message}\n`);
  if (wire.debug && error instanceof Error) wire.output.err(`${stackOf(error)}\n`);
  return exit;
}

function explained(wire: Wire, thrown: unknown): Explained {
  const error = systemFault(thrown) ?? thrown;
  if (error instanceof Fault)
    return { code: error.code, message: error.message, exit: exitOfFault(error.code) };
  if (error instanceof CommanderError) return { code: "usage", message: usage(error), exit: exitCodes.usage };
  const text = error instanceof Error ? error.message : String(error);
  const hint = wire.debug ? "" : " To see where, type it again with HUDDLE_DEBUG=1 in front.";
  return { code: "unexpected", message: `This should not happen: ${text}${hint}`, exit: exitCodes.fault };
}

function usage(error: CommanderError): string {
  // Commander has already printed the help.
  if (error.code === "commander.help") return "Say which command. See: huddle --help";
  // Commander quotes what was typed, whatever it holds.
  const [message = "", ...more] = plainText(error.message.replace(/^error: /, "")).split(/\n(?=See: )/);
  return [inPlainWords(message), ...more].join("\n");
}

/** Commander's sentences about choices are hard to read; its others are fine. */
function inPlainWords(message: string): string {
  const [, value, argument, choices] =
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/s.exec(
      message,
    ) ?? [];
  if (choices !== undefined) return `There is no ${argument} "${value}". Choose one of: ${choices}`;
  const [, option, given, offered] =
    /^option '(.*?)' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(message) ?? [];
  return offered === undefined ? message : `"${given}" does not fit ${option}. Choose one of: ${offered}`;
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
