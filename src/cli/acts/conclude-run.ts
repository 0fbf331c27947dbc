import { estimateFor, sizeEstimateFor } from "../../app/look/estimate.ts";
import { nextAt } from "../../app/look/next-for.ts";
import type { RunEnding } from "../../app/run/run-session.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { decide } from "../../core/decide/decide.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import { type ExitCode, exitCodes, exitOfRun } from "../exit-codes.ts";
import { wrap } from "../face/wrap.ts";
import type { CommonOptions } from "../options.ts";
import { indented } from "../print/plain-text.ts";
import { report } from "../print/report.ts";
import { withTime } from "../print/with-time.ts";
import { widthFor } from "../terminal/terminal.ts";
import type { Wire } from "../wire/wire.ts";

/** Says how a run ended and what to do next. `more`: what else belongs in the document of --json. */
export async function concludeRun(
  wire: Wire,
  options: CommonOptions,
  at: AtSession,
  ending: RunEnding,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ExitCode> {
  const state = at.files.journal.state();
  const { kind, why } = ending;
  const estimate = await estimateFor(at.project, at.files);
  const sizeEstimate = await sizeEstimateFor(at.project, at.files);
  const estimates = { ...(estimate && { estimate }), ...(sizeEstimate && { sizeEstimate }) };
  const waits = inboxOf(state, wire.clock.now());
  const inbox = kind === "waiting" ? { inbox: waits } : {};
  const document = { session: at.files.id, ended: { kind, why }, ...inbox, ...estimates, ...more };
  report(wire, options, document, ["", ...closingWords(wire, state, ending)], await nextAt(at));
  return kind === "waiting" && isOnlyFailed(state, wire.clock.now()) ? exitCodes.failed : exitOfRun(ending);
}

/** Only failed steps and tasks wait: a person may help, but the work did not pass. */
function isOnlyFailed(state: State, now: Instant): boolean {
  const { waits } = decide(state, now);
  return (
    waits.length > 0 &&
    waits.every((wait) => wait.kind === "stuck" || (wait.kind === "task" && wait.why === "failed"))
  );
}

function closingWords(wire: Wire, state: State, ending: RunEnding): readonly string[] {
  switch (ending.kind) {
    case "finished":
      return [`Finished: ${ending.why}.`];
    case "reached":
      return [`Stopped here: ${ending.why}.`];
    case "stopped":
      return ending.why === "stopped by you"
        ? ["Stopped. Nothing is lost."]
        : [`The run you watched was stopped: ${ending.why}.`];
    case "waiting":
      return inboxOf(state, wire.clock.now()).flatMap((item) => [
        // The story above has told the words of a question.
        item.kind === "question"
          ? `${item.id}  waits for your answer`
          : `${item.id}  ${withTime(item.title, item.until)}`,
        ...(["stuck", "task", "provider"].includes(item.kind) ? [indented(item.text)] : []),
      ]);
    case "over-budget":
      return wrap(ending.why, widthFor(wire.terminal));
    case "failed":
    case "fenced":
      return [`${ending.why}.`];
  }
}
