import { traceFor } from "../../app/look/trace.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import type { ShipPlan } from "../../app/ship/plan-ship.ts";
import type { Handover } from "../../core/views/trace/handover.ts";
import { pullRequestText } from "../../core/views/trace/pull-request.ts";
import { askYesNo } from "../ask-yes-no.ts";
import type { Wire } from "../wire/wire.ts";
import type { ShipOptions } from "./ship-wish.ts";

export interface PlannedRequest {
  readonly plan: ShipPlan;
  readonly lines: readonly string[];
  readonly document: Readonly<Record<string, unknown>>;
}

/**
 * Of a pull request: writes its words to a file and asks whether the branch may be pushed. Without a yes, or without a
 * program for it, the person reads after shipping what to type.
 */
export async function planRequest(
  wire: Wire,
  options: ShipOptions,
  { files }: AtSession,
  plan: ShipPlan,
  handover: Handover,
): Promise<PlannedRequest> {
  const { asked, host = {} } = plan;
  if (asked.how !== "pr" || plan.requested) return { plan, lines: [], document: {} };
  const state = files.journal.state();
  const words = pullRequestText(state, await traceFor(files), handover);
  const body = await files.blobs.put(words);
  const path = await files.writeView("pull-request.md", words);
  const { remote, program } = host;
  const open = remote !== undefined && program !== undefined ? { remote, program } : undefined;
  const opens = open && (await mayPush(wire, options, asked.onto, open));
  return {
    plan: { ...plan, asked: { ...asked, body, ...(opens && { open }) } },
    lines: [`The words of the pull request: ${path}`],
    document: { body: path },
  };
}

async function mayPush(
  wire: Wire,
  { yes, json }: ShipOptions,
  branch: string,
  { remote, program }: { readonly remote: string; readonly program: string },
): Promise<boolean> {
  if (yes) return true;
  if (!wire.terminal.canAsk || json) return false;
  return askYesNo(wire, `Push ${branch} to ${remote} and open a pull request with ${program}?`);
}
