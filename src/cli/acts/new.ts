import { newSession } from "../../app/sessions/new-session.ts";
import { Fault } from "../../core/fault.ts";
import { type BriefOptions, briefOf } from "../brief-of.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { BudgetOptions, CommonOptions } from "../options.ts";
import { prepareSession } from "../prepare-session.ts";
import { oneLine } from "../print/plain-text.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { atSession } from "../with-session.ts";

export interface NewOptions extends CommonOptions, BudgetOptions, BriefOptions {}

/** `huddle new "title" [brief]`: opens a session on the commit that is checked out. */
export async function newAct(
  wire: Wire,
  [title = "", ...words]: readonly string[],
  options: NewOptions,
): Promise<ExitCode> {
  if (title.trim() === "")
    throw new Fault("usage", 'Say what it is about: huddle new "a calculator for the terminal"');
  const brief = await briefOf(wire, words, options);
  const { project, start, lines } = await prepareSession(wire, options, { command: 'huddle new "…"' });
  const files = await newSession(project, { ...start, title: title.trim(), brief });
  try {
    const next = await atSession(project, files, false, false).next();
    const document = { session: files.id, title: title.trim(), base: start.base };
    report(wire, options, document, [`Session ${files.id}: ${oneLine(title)}`, ...lines], next);
    return exitCodes.finished;
  } finally {
    await files.close();
  }
}
