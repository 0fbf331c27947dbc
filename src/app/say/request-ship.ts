import { decide } from "../../core/decide/decide.ts";
import { shipRequested } from "../../core/decide/waits/ship.ts";
import { refusal } from "../../core/facts/fact.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { tell } from "./tell.ts";

/** Asks to ship when the session waits for that, or again when shipping got stuck. */
export async function requestShip(
  journal: Journal,
  onto: string,
  how: "branch" | "fast-forward",
  now: Instant,
): Promise<void> {
  await tell(journal, (at) => shipping(at, onto, how, now));
}

function shipping(at: State, onto: string, how: "branch" | "fast-forward", now: Instant) {
  if (at.session.shipped) return refusal(`Already shipped ${shippedWords(at.session.shipped)}.`);
  const waits = decide(at, now).waits;
  const stuckShip = waits.some((wait) => wait.kind === "stuck" && wait.step.startsWith("ship@"));
  if (at.session.shipping && !stuckShip)
    return refusal(`Huddle is already shipping this onto ${at.session.shipping.onto}. Type: huddle run`);
  if (!stuckShip && !waits.some((wait) => wait.kind === "ship"))
    return refusal(
      "There is nothing to ship yet: the work has not been through its last review. See: huddle status",
    );
  return [shipRequested({ onto, how })] as const;
}
