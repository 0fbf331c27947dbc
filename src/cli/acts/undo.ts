import { nextAt } from "../../app/look/next-for.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { planUndo, type UndoPlan, undoShip } from "../../app/ship/undo-ship.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import type { Shipment } from "../../core/state/session.ts";
import { indented } from "../../core/views/plain-text.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import type { ShipOptions } from "./ship-wish.ts";

/** `huddle ship --undo`: moves the branch back to where it was, and reopens the session. */
export async function undoAct(wire: Wire, options: ShipOptions, at: AtSession): Promise<ExitCode> {
  const plan = await planUndo(at.project, at.files);
  const session = at.files.id;
  if (!(await agreed(wire, plan, options))) {
    report(wire, options, { session, undone: false }, ["Nothing was touched."], await nextAt(at));
    return exitCodes.finished;
  }
  const undoing = await undoShip(at.project, at.files, plan, { signal: wire.stop() });
  const document = { session, ...undoing };
  switch (undoing.kind) {
    case "undone":
      report(wire, options, document, [...headingOf(at), ...undoneLines(undoing.shipment)], await nextAt(at));
      return exitCodes.finished;
    case "stuck":
      report(
        wire,
        options,
        document,
        [...headingOf(at), "It was not taken back:", indented(undoing.why)],
        await nextAt(at),
      );
      return exitCodes.fault;
    case "stopped":
      report(wire, options, document, ["Stopped. Nothing is lost."], {
        command: "huddle ship --undo",
        why: "goes on from here",
      });
      return exitCodes.stopped;
  }
}

function undoneLines({ onto, how, was, url, ...shipment }: Shipment): readonly string[] {
  const head = `Taken back: it was shipped ${shippedWords({ onto, how, made: shipment.made })}.`;
  if (how === "patch") return [head, `  The file stays: ${onto}`];
  const where = was === null ? `The branch ${onto} is gone.` : `${onto} is at ${was.slice(0, 12)} again.`;
  const pushed =
    url === undefined ? [] : [`  What was pushed stays: close ${url}, and delete the branch there.`];
  return [head, `  ${where}`, ...pushed];
}

async function agreed(
  wire: Wire,
  { shipment, checkedOutAt }: UndoPlan,
  { yes, json }: ShipOptions,
): Promise<boolean> {
  if (checkedOutAt === undefined || yes) return true;
  const { onto } = shipment;
  if (!wire.terminal.canAsk || json)
    throw new Fault(
      "usage",
      `${onto} is checked out at ${checkedOutAt}, so files there will change. To take it back anyway: huddle ship --undo --yes`,
    );
  return askYesNo(wire, `${onto} is checked out at ${checkedOutAt}; files there will change. Take it back?`);
}
