import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Shipment } from "../../core/state/session.ts";
import type { Project } from "../project.ts";
import { requestShip } from "../say/request-ship.ts";
import { doErrand, type ErrandEnd, type ErrandOptions } from "./do-errand.ts";
import type { ShipPlan } from "./plan-ship.ts";

export type Shipping = ErrandEnd<Shipment & { readonly kind: "shipped" }>;

/** Hands the work over as it was planned. */
export function shipSession(
  project: Project,
  files: SessionFiles,
  { asked, requested }: ShipPlan,
  options: ErrandOptions,
): Promise<Shipping> {
  const state = files.journal.state();
  const since = state.session.shipping?.seq ?? state.head;
  return doErrand(
    project,
    files,
    {
      kind: "ship",
      runsChecks: true,
      request: async () => {
        if (!requested) await requestShip(files.journal, asked, project.clock.now());
      },
      endOf: ({ session: { shipments = [] } }) => {
        const shipment = shipments.find(({ seq }) => seq > since);
        return shipment && { kind: "shipped" as const, ...shipment };
      },
    },
    options,
  );
}
