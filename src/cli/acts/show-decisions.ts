import { nextAt } from "../../app/look/next-for.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { ledgerLines, ledgerOf } from "../../core/views/documents/ledger.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { ShowOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle show decisions`: what was decided and why, who disagreed, and what was deferred. */
export async function showDecisions(wire: Wire, options: ShowOptions, at: AtSession): Promise<ExitCode> {
  const { files } = at;
  // The JSON document holds every decision, each with its status; people see those that hold now.
  const ledger = ledgerOf(files.journal.state(), { all: options.all === true || options.json === true });
  const width = widthFor(wire.terminal);
  const lines = ledgerLines(ledger).flatMap((line) => wrap(plainText(line), width, 6));
  report(wire, options, { session: files.id, ...ledger }, [...headingOf(at), ...lines, ""], await nextAt(at));
  return exitCodes.finished;
}
