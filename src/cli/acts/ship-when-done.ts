import type { RunEnding } from "../../app/run/run-session.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { planShip } from "../../app/ship/plan-ship.ts";
import { shipSession } from "../../app/ship/ship-session.ts";
import { decide } from "../../core/decide/decide.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import type { RunOptions } from "../options.ts";
import { followedLine } from "../print/followed-line.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";

/**
 * With --ship: ships as a new branch what only waits for that, and says how the run ended then. Where anything else is
 * missing, nothing is shipped.
 */
export async function shipWhenDone(
  wire: Wire,
  options: RunOptions,
  at: AtSession,
  ending: RunEnding,
): Promise<RunEnding> {
  const { project, files } = at;
  const waits = () => decide(files.journal.state(), wire.clock.now()).waits;
  if (options.ship !== true || ending.kind !== "waiting") return ending;
  if (!waits().some((wait) => wait.kind === "ship")) return ending;
  const shipping = await shipSession(project, files, await planShip(project, files), {
    signal: wire.stop(),
    askTrust: askTrust(wire, options),
    onFollowed(words) {
      if (!options.json) wire.output.out(`${followedLine(words)}\n`);
    },
  });
  switch (shipping.kind) {
    case "shipped":
      return { kind: "finished", why: `shipped ${shippedWords(shipping)}` };
    case "stuck":
      return { kind: "waiting", why: shipping.why };
    case "stopped":
      return { kind: "stopped", why: "stopped by you" };
  }
}
