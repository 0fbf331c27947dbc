import { meantWords } from "../../core/views/typed/nearest.ts";
import { endpointOf, isLoopback, knownProviders, type Surroundings, splitModel } from "../endpoint.ts";
import type { PriceTable } from "../price-table.ts";
import type { WindowAsking } from "../window/ask-window.ts";
import { askModels, hasModel } from "./ask-models.ts";

export interface Judging extends Surroundings, WindowAsking {
  readonly prices: PriceTable;
}

/** What is known about a model that a person wants to set. */
export type Judgement =
  | { readonly kind: "known" }
  /** Nobody could be asked, and nothing speaks against it. */
  | { readonly kind: "unsure"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

/** Asks the provider for its list only if Huddle's own table does not know the model, or a server of one's own has it. */
export async function judgeModel(model: string, judging: Judging): Promise<Judgement> {
  const name = splitModel(model);
  if (!name) return { kind: "unknown", why: `"${model}" is not a model's name.` };
  const { provider, id } = name;
  const providers = [...Object.keys(knownProviders), ...Object.keys(judging.settings.endpoints ?? {})];
  const endpoint = endpointOf(provider, judging);
  if (typeof endpoint === "string" && !providers.includes(provider))
    return { kind: "unknown", why: `${endpoint}${meantWords(provider, providers)}` };
  const known = judging.prices.modelsOf(provider);
  if (known.includes(model)) return { kind: "known" };
  if (typeof endpoint === "string") return guessed(model, known, endpoint);
  const list = await askModels(endpoint, judging);
  if (list.kind !== "listed") {
    const where = isLoopback(endpoint.baseUrl) ? ` at ${endpoint.baseUrl}` : "";
    return guessed(model, known, `${provider}${where} did not say which models it has.`);
  }
  if (hasModel(list.models, id)) return { kind: "known" };
  const ids = list.models.map((one) => one.id);
  return { kind: "unknown", why: `${provider} has no model "${id}".${meantWords(id, ids) || has(ids)}` };
}

/** A name that is almost that of a known model is a slip. */
function guessed(model: string, known: readonly string[], why: string): Judgement {
  const meant = meantWords(model, known);
  return meant === ""
    ? { kind: "unsure", why }
    : { kind: "unknown", why: `Huddle does not know ${model}.${meant}` };
}

function has(ids: readonly string[]): string {
  if (ids.length === 0) return " It has none yet.";
  const shown = ids.slice(0, 8).join(", ");
  return ` It has: ${shown}${ids.length > 8 ? ` and ${ids.length - 8} more` : ""}.`;
}
