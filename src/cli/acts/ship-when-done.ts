import { handoverFor } from "../../app/look/handover.ts";
import type { RunEnding } from "../../app/run/run-session.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { planShip, type ShipPlan } from "../../app/ship/plan-ship.ts";
import { shipSession } from "../../app/ship/ship-session.ts";
import { decide } from "../../core/decide/decide.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import type { RunOptions, ShipWay } from "../options.ts";
import { followedLine } from "../print/followed-line.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";
import { planRequest } from "./plan-request.ts";
import { type ShipOptions, shipWish } from "./ship-wish.ts";

/**
 * With --ship: ships what only waits for that, in the way that was typed, and says how the run ended then. What was typed
 * is the yes to all of it. Where anything else is missing, nothing is shipped.
 */
export async function shipWhenDone(
  wire: Wire,
  options: RunOptions,
  at: AtSession,
  ending: RunEnding,
): Promise<RunEnding> {
  const { project, files } = at;
  const waits = () => decide(files.journal.state(), wire.clock.now()).waits;
  if (options.ship === undefined || ending.kind !== "waiting") return ending;
  if (!waits().some((wait) => wait.kind === "ship")) return ending;
  const plan = await planned(wire, options, at, options.ship);
  if (plan instanceof Fault) return needsYou(wire, options, `Not shipped: ${plan.message}`);
  const shipping = await shipSession(project, files, plan, {
    signal: wire.stop(),
    askTrust: askTrust(wire, options),
    onFollowed(words) {
      if (!options.json) wire.output.out(`${followedLine(words)}\n`);
    },
  });
  switch (shipping.kind) {
    case "shipped":
      return shipping.unopened === undefined
        ? { kind: "finished", why: `shipped ${shippedWords(shipping)}` }
        : needsYou(
            wire,
            options,
            `Shipped ${shippedWords(shipping)}, but the pull request could not be opened: ${shipping.unopened}`,
          );
    case "stuck":
      return { kind: "waiting", why: shipping.why };
    case "stopped":
      return { kind: "stopped", why: "stopped by you" };
  }
}

/** Where it goes. A fault: it cannot go there now, and the person reads why. */
async function planned(
  wire: Wire,
  options: RunOptions,
  at: AtSession,
  way: ShipWay,
): Promise<ShipPlan | Fault> {
  const { project, files } = at;
  const from = files.journal.state().session.repo.branch;
  try {
    const plan = await planShip(project, files, shipWish(asShipOptions(way, from), { cwd: wire.cwd, from }));
    if (plan.asked.how !== "pr") return plan;
    const asked = { ...(options.json && { json: true }), yes: true };
    const request = await planRequest(wire, asked, at, plan, await handoverFor(project, files));
    if (!options.json) for (const line of request.lines) wire.output.out(`${line}\n`);
    return request.plan;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** What `huddle ship` would have been told. `from`: the branch that the session began from. */
function asShipOptions({ how, target }: ShipWay, from: string): ShipOptions {
  switch (how) {
    case "branch":
      return { branch: target ?? true };
    case "onto":
      return { onto: target ?? from };
    case "squash":
      return { squash: true, ...(target !== undefined && { onto: target }) };
    case "patch":
      return { patch: target ?? "" };
    case "pr":
      return { pr: true, ...(target !== undefined && { branch: target }) };
  }
}

function needsYou(wire: Wire, { json }: RunOptions, why: string): RunEnding {
  if (!json) wire.output.out(`${wrap(why, widthFor(wire.terminal)).join("\n")}\n`);
  return { kind: "waiting", why };
}
