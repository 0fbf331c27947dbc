import { handoverFor } from "../../app/look/handover.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { type AtSession, withSession } from "../../app/sessions/with-session.ts";
import { planShip, type ShipPlan, shipSession } from "../../app/ship/ship-session.ts";
import { missingTasks } from "../../core/decide/waits/ship.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import { type Handover, handoverLines } from "../../core/views/trace/handover.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { wrap } from "../face/wrap.ts";
import type { CommonOptions } from "../options.ts";
import { followedLine } from "../print/followed-line.ts";
import { headingOf } from "../print/heading.ts";
import { indented, plainText } from "../print/plain-text.ts";
import { report } from "../print/report.ts";
import { widthFor } from "../terminal/terminal.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";

export interface ShipOptions extends CommonOptions {
  readonly onto?: string;
  readonly yes?: boolean;
}

/** `huddle ship [--onto branch]`: ships onto a new branch, or onto the person's branch after their yes. */
export async function shipAct(wire: Wire, options: ShipOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { shipped } = at.files.journal.state().session;
    if (shipped && (options.onto === undefined || options.onto === shipped.onto)) {
      report(
        wire,
        options,
        { session: at.files.id, ...shipped },
        [`Already shipped ${shippedWords(shipped)}.`],
        await nextAt(at),
      );
      return exitCodes.finished;
    }
    const plan = await planShip(at.project, at.files, options.onto);
    const handover = await handoverFor(at.project, at.files);
    if (!options.json) wire.output.out(`${tableOf(wire, handover).join("\n")}\n`);
    if (!(await agreed(wire, plan, options))) {
      report(
        wire,
        options,
        { session: at.files.id, shipped: false, ...documentOf(handover) },
        ["Nothing was touched."],
        await nextAt(at),
      );
      return exitCodes.finished;
    }
    return ship(wire, options, at, { plan, handover });
  });
}

/** What there is for each requirement, and what is missing, before anything is shipped. */
function tableOf(wire: Wire, handover: Handover): readonly string[] {
  const width = widthFor(wire.terminal);
  const lines = handoverLines(handover).flatMap((line) => wrap(plainText(line), width, 8));
  return ["What was asked for, and what there is:", ...lines, ""];
}

function documentOf({ rows, ...rest }: Handover) {
  return { handover: rows, ...rest };
}

interface ToShip {
  readonly plan: ShipPlan;
  readonly handover: Handover;
}

async function ship(
  wire: Wire,
  options: ShipOptions,
  at: AtSession,
  { plan, handover }: ToShip,
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
  const document = { session: at.files.id, ...shipping, followed, ...documentOf(handover) };
  switch (shipping.kind) {
    case "shipped": {
      const { onto, commit } = shipping;
      const words = [
        ...headingOf(at),
        `Shipped ${shippedWords(shipping)}: ${commit.slice(0, 12)}`,
        `  See it: git log ${onto}`,
        ...missingTasks(at.files.journal.state()).map((task) => `  Not included: ${task} (cancelled)`),
      ];
      report(wire, options, document, words, await nextAt(at));
      return exitCodes.finished;
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

/** A branch that is not checked out anywhere can move without asking: none of the person's files change. */
async function agreed(
  wire: Wire,
  { onto, checkedOutAt }: ShipPlan,
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
