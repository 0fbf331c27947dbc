import { say } from "../../app/human.ts";
import { livingRunner } from "../../app/status.ts";
import { Fault } from "../../core/fault.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../report.ts";
import type { Wire } from "../wire.ts";
import { withSession } from "../with-session.ts";

export interface SayOptions extends CommonOptions {
  readonly to?: readonly string[];
}

/** `huddle say [--to name] text`: the words are in the very next request of whoever they concern. */
export async function sayCommand(
  wire: Wire,
  words: readonly string[],
  options: SayOptions,
): Promise<ExitCode> {
  const text = await textOf(wire, words);
  const to = options.to ?? [];
  return withSession(wire, options, async ({ project, files, heading, next }) => {
    await say(files.journal, text, to);
    const running = await livingRunner(project, files, files.journal.state());
    const heard = running ? "The team reads it with its next request." : "The team reads it when it is run.";
    report(wire, options, { session: files.id, said: text.trim(), to }, [...heading, heard], await next());
    return exitCodes.finished;
  });
}

async function textOf(wire: Wire, words: readonly string[]): Promise<string> {
  const piped = words.length === 0 || (words.length === 1 && words[0] === "-");
  if (!piped) return words.join(" ");
  if (words.length === 0 && wire.terminal.canAsk)
    throw new Fault("usage", 'Say something: huddle say "keep it to one file"');
  return wire.readInput();
}
