import { estimateFor, sizeEstimateFor } from "../../app/look/estimate.ts";
import { handoverFor } from "../../app/look/handover.ts";
import { nextAt } from "../../app/look/next-for.ts";
import type { RunEnding } from "../../app/run/run-session.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { afterShipFor } from "../../app/ship/after-ship.ts";
import { writeVerdict } from "../../app/unattended/write-verdict.ts";
import type { State } from "../../core/state/state.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import { indented } from "../../core/views/plain-text.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { afterShipLines } from "../../core/views/story/ship/after-ship.ts";
import type { Handover } from "../../core/views/trace/handover.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { RunOptions } from "../options.ts";
import { report } from "../print/report.ts";
import { withTime } from "../print/with-time.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";
import type { Notifying } from "./notifying.ts";
import { shipWhenDone } from "./ship-when-done.ts";
import { asksToShip, handoverDocument, handoverTable } from "./tell-handover.ts";

export interface Concluding {
  /** What else belongs in the document of --json. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Writes the verdict where the person wants it, too. */
  readonly write?: ((text: string) => Promise<void>) | undefined;
  readonly notifying?: Notifying;
}

/** Ships, if that is wanted, and says how a run ended and what to do next. */
export async function concludeRun(
  wire: Wire,
  options: RunOptions,
  at: AtSession,
  played: RunEnding,
  { more, write, notifying }: Concluding = {},
): Promise<ExitCode> {
  const ending = await shipWhenDone(wire, options, at, played);
  const { verdict, text, path } = await writeVerdict(at.project, at.files, ending);
  await write?.(text);
  const state = at.files.journal.state();
  const { kind, why } = ending;
  const estimate = await estimateFor(at.project, at.files);
  const sizeEstimate = await sizeEstimateFor(at.project, at.files);
  const estimates = { ...(estimate && { estimate }), ...(sizeEstimate && { sizeEstimate }) };
  const waits = inboxOf(state, wire.clock.now());
  const inbox = kind === "waiting" ? { inbox: waits } : {};
  const commands = state.session.shipped ? await afterShipFor(at.project, at.files) : [];
  const written = path === undefined ? {} : { verdict: path };
  const handover = await untoldHandover(wire, options, at);
  const document = {
    session: at.files.id,
    ended: { kind, why },
    ...inbox,
    ...(handover && handoverDocument(handover)),
    ...estimates,
    ...written,
    ...(commands.length > 0 && { commands }),
    ...more,
  };
  const table = handover ? ["", ...handoverTable(handover, widthFor(wire.terminal))] : [];
  const words = [...table, "", ...closingWords(wire, state, ending), ...afterShipLines(commands)];
  report(wire, options, document, words, await nextAt(at));
  await notifying?.ended(state, verdict);
  return verdict.exit;
}

/** What there is, once it can be shipped or was. A person at the screen has seen it above the question. */
async function untoldHandover(
  { terminal, clock }: Wire,
  { json, ship }: RunOptions,
  { project, files }: AtSession,
): Promise<Handover | undefined> {
  const isTold = terminal.canAsk && !json && ship === undefined;
  const state = files.journal.state();
  const isDone = state.session.shipped !== undefined || asksToShip(state, clock.now());
  return isDone && !isTold ? handoverFor(project, files) : undefined;
}

/** Before a run: where its verdict goes, if the person named a file. */
export async function verdictTarget(
  wire: Wire,
  { verdict }: RunOptions,
): Promise<((text: string) => Promise<void>) | undefined> {
  return verdict === undefined ? undefined : wire.fileToWrite(verdict);
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
