import { nextAt } from "../../app/look/next-for.ts";
import { livingRunner } from "../../app/run/take-lease.ts";
import { type Said, say } from "../../app/say/say.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface SayCommandOptions extends CommonOptions {
  readonly to?: readonly string[];
  readonly now?: boolean;
}

/** `huddle say [--to name] text`: the words are in the next request of each member they concern. */
export async function sayAct(
  wire: Wire,
  words: readonly string[],
  options: SayCommandOptions,
): Promise<ExitCode> {
  const text = await textOf(wire, words);
  const { to = [], now = false } = options;
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { project, files } = at;
    const said = await say(files.journal, text, { ...(to.length > 0 && { to }), now });
    const running = (await livingRunner(project, files)) !== undefined;
    const outcome = { session: files.id, said: text.trim(), to, became: said };
    report(wire, options, outcome, [...headingOf(at), whatBecame(said, running, now)], await nextAt(at));
    return exitCodes.finished;
  });
}

function whatBecame(said: Said, running: boolean, now: boolean): string {
  if (said.kind === "answered") return `That answers ${said.question}.`;
  if (said.kind === "went-on") return "The talk had stopped and now goes on.";
  const heard = running
    ? now
      ? "The member who is speaking is asked again, with your words."
      : "The team reads it with its next request."
    : "The team reads it in the next run.";
  if (said.open.length === 0) return heard;
  return `${heard} It answers no question: ${said.open.join(" and ")} ${said.open.length === 1 ? "is" : "are"} open. To answer one: huddle reply ${said.open[0]} "…"`;
}

async function textOf(wire: Wire, words: readonly string[]): Promise<string> {
  const piped = words.length === 0 || (words.length === 1 && words[0] === "-");
  if (!piped) return words.join(" ");
  if (words.length === 0 && wire.terminal.canAsk)
    throw new Fault("usage", 'Say something: huddle say "keep it to one file"');
  return wire.readInput();
}
