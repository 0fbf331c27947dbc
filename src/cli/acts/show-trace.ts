import { nextAt } from "../../app/look/next-for.ts";
import { traceFor } from "../../app/look/trace.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { focusTrace } from "../../core/views/trace/focus.ts";
import type { Trace } from "../../core/views/trace/trace.ts";
import { traceLines } from "../../core/views/trace/trace-lines.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { ShowOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle show trace [what]`: from decisions and requirements to tasks, commits, checks and reviews, and back. */
export async function showTrace(
  wire: Wire,
  options: ShowOptions,
  at: AtSession,
  about?: string,
): Promise<ExitCode> {
  const trace = await traceFor(at.files);
  const focused = focusTrace(trace, about);
  if (!focused) throw new Fault("usage", `Nothing in the trace is called ${about}. ${knownWords(trace)}`);
  const width = widthFor(wire.terminal);
  const lines = traceLines(focused).flatMap((line) => wrap(plainText(line), width, 6));
  const document = { session: at.files.id, ...(about !== undefined && { about }), ...focused };
  report(wire, options, document, [...headingOf(at), ...lines, ""], await nextAt(at));
  return exitCodes.finished;
}

function knownWords({ requirements, decisions, tasks }: Trace): string {
  const ids = [...requirements, ...decisions, ...tasks].map(({ id }) => id);
  const also = "the beginning of a commit, or part of a test's name";
  return ids.length === 0
    ? "Nothing is decided or planned yet."
    : `There are ${ids.join(", ")}; or type ${also}.`;
}
