import { handoverFor } from "../../app/look/handover.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { type AtSession, withSession } from "../../app/sessions/with-session.ts";
import { afterShipFor } from "../../app/ship/after-ship.ts";
import { planShip, type ShipPlan } from "../../app/ship/plan-ship.ts";
import { shipSession } from "../../app/ship/ship-session.ts";
import { missingTasks } from "../../core/decide/waits/ship.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import type { Shipment } from "../../core/state/session.ts";
import { indented } from "../../core/views/plain-text.ts";
import { afterShipLines } from "../../core/views/story/ship/after-ship.ts";
import type { Handover } from "../../core/views/trace/handover.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { followedLine } from "../print/followed-line.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";
import { planRequest } from "./plan-request.ts";
import { type ShipOptions, shipWish } from "./ship-wish.ts";
import { handoverDocument, handoverTable } from "./tell-handover.ts";
import { undoAct } from "./undo.ts";

/** `huddle ship`: hands over what has landed, in one of several ways, or takes the last one back. */
export async function shipAct(wire: Wire, options: ShipOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  return withSession(project, options.session, async (at) => {
    const { repo, shipped } = at.files.journal.state().session;
    const byDefault = options.undo ? undefined : (await project.readTeam()).ship;
    const wish = shipWish(options, { cwd: wire.cwd, byDefault, from: repo.branch });
    if (options.undo) return undoAct(wire, options, at);
    if (shipped && (options.onto === undefined || options.onto === shipped.onto))
      return tellShipped(wire, options, at, shipped);
    const planned = await planShip(project, at.files, wish);
    const handover = await handoverFor(project, at.files);
    if (!options.json) wire.output.out(`${handoverTable(handover, widthFor(wire.terminal)).join("\n")}\n\n`);
    const { plan, lines, document } = await planRequest(wire, options, at, planned, handover);
    if (!options.json) for (const line of lines) wire.output.out(`${line}\n`);
    if (!(await agreed(wire, plan, options))) {
      const untouched = { session: at.files.id, shipped: false, ...handoverDocument(handover) };
      report(wire, options, untouched, ["Nothing was touched."], await nextAt(at));
      return exitCodes.finished;
    }
    return ship(wire, options, at, { plan, handover, document });
  });
}

async function tellShipped(
  wire: Wire,
  options: ShipOptions,
  at: AtSession,
  shipped: Shipment,
): Promise<ExitCode> {
  const commands = await afterShipFor(at.project, at.files);
  const words = [`Already shipped ${shippedWords(shipped)}.`, ...afterShipLines(commands)];
  report(wire, options, { session: at.files.id, ...shipped, commands }, words, await nextAt(at));
  return exitCodes.finished;
}

interface ToShip {
  readonly plan: ShipPlan;
  readonly handover: Handover;
  /** More for `--json`. */
  readonly document: Readonly<Record<string, unknown>>;
}

async function ship(
  wire: Wire,
  options: ShipOptions,
  at: AtSession,
  { plan, handover, document: more }: ToShip,
): Promise<ExitCode> {
  let followed = "";
  const shipping = await shipSession(at.project, at.files, plan, {
    signal: wire.stop(),
    askTrust: askTrust(wire, options),
    onFollowed(words) {
      followed = words;
      if (!options.json) wire.output.out(`${followedLine(words)}\n`);
    },
  });
  const document = { session: at.files.id, ...shipping, followed, ...handoverDocument(handover), ...more };
  switch (shipping.kind) {
    case "shipped": {
      const missing = missingTasks(at.files.journal.state()).map(
        (task) => `  Not included: ${task} (${shipping.partial ? "not landed yet" : "cancelled"})`,
      );
      const commands = await afterShipFor(at.project, at.files);
      const words = [...headingOf(at), ...shippedLines(shipping), ...missing, ...afterShipLines(commands)];
      report(wire, options, { ...document, commands }, words, await nextAt(at));
      return shipping.unopened === undefined ? exitCodes.finished : exitCodes.fault;
    }
    case "stuck":
      report(
        wire,
        options,
        document,
        [...headingOf(at), "It was not shipped:", indented(shipping.why)],
        await nextAt(at),
      );
      return shipping.code === "checks.failed" ? exitCodes.failed : exitCodes.fault;
    case "stopped":
      report(wire, options, document, ["Stopped. Nothing is lost."], {
        command: "huddle ship",
        why: "goes on from here",
      });
      return exitCodes.stopped;
  }
}

function shippedLines(shipment: Shipment): readonly string[] {
  const { commit, url, unopened } = shipment;
  const part = shipment.partial ? "what has landed so far " : "";
  return [
    `Shipped ${part}${shippedWords(shipment)}: ${commit.slice(0, 12)}`,
    ...(url === undefined ? [] : [`  The pull request: ${url}`]),
    ...(unopened === undefined
      ? []
      : ["  The branch is pushed, but the pull request could not be opened:", indented(unopened)]),
  ];
}

/** A branch that is not checked out anywhere can move without asking: none of the person's files change. */
async function agreed(
  wire: Wire,
  { asked: { onto }, checkedOutAt }: ShipPlan,
  { yes, json }: ShipOptions,
): Promise<boolean> {
  if (checkedOutAt === undefined || yes) return true;
  if (!wire.terminal.canAsk || json)
    throw new Fault(
      "usage",
      `${onto} is checked out at ${checkedOutAt}, so files there will change. To ship onto it anyway: huddle ship --onto ${onto} --yes`,
    );
  return askYesNo(wire, `${onto} is checked out at ${checkedOutAt}; files there will change. Ship onto it?`);
}
