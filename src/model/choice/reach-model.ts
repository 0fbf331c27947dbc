import type { Reached } from "../../core/views/choice/reached.ts";
import { endpointOf, type Surroundings, splitModel } from "../endpoint.ts";
import type { WindowAsking } from "../window/ask-window.ts";
import { askModels, hasModel } from "./ask-models.ts";

/** Whether a model can be asked right now, found out by the list of its provider: that costs nothing. */
export async function reachModel(model: string, reaching: Surroundings & WindowAsking): Promise<Reached> {
  const name = splitModel(model);
  if (!name) return { kind: "unusable", why: "no model is set for it" };
  const { provider, id } = name;
  const endpoint = endpointOf(provider, reaching);
  if (typeof endpoint === "string") return { kind: "unusable", why: endpoint };
  const at = { provider, url: endpoint.baseUrl };
  const list = await askModels(endpoint, reaching);
  switch (list.kind) {
    case "listed":
      return { kind: hasModel(list.models, id) ? "ready" : "missing", ...at };
    case "refused":
      return { kind: "refused", status: list.status, keyNames: endpoint.keyNames, ...at };
    case "unlisted":
      return { kind: "unlisted", status: list.status, ...at };
    case "away":
      return { kind: "away", ...at };
  }
}
