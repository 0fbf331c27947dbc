import type { ModelOffer, ProviderOffer } from "../../core/views/choice/model-offers.ts";
import { endpointOf, isLoopback, knownProviders, type Surroundings } from "../endpoint.ts";
import type { PriceTable } from "../price-table.ts";
import type { WindowAsking } from "../window/ask-window.ts";
import { askModels } from "./ask-models.ts";

export interface Offering extends Surroundings, WindowAsking {
  readonly prices: PriceTable;
}

/** More of one provider are only counted by their provider. */
const mostOfOne = 20;

/**
 * What a person can choose from: the models with a known price of each provider whose key is there, and what each
 * server on this machine says that it has. No other server is asked.
 */
export async function offeredModels(offering: Offering): Promise<readonly ProviderOffer[]> {
  const own = Object.keys(offering.settings.endpoints ?? {});
  const names = [...new Set([...Object.keys(knownProviders), ...own])];
  const offers = await Promise.all(names.map((name) => offerOf(name, offering)));
  return offers.filter((offer) => offer !== undefined);
}

const keyAlone = { kind: "key" } as const;

async function offerOf(name: string, offering: Offering): Promise<ProviderOffer | undefined> {
  const endpoint = endpointOf(name, offering);
  if (typeof endpoint === "string") return undefined;
  const { baseUrl } = endpoint;
  const list = isLoopback(baseUrl) ? await askModels(endpoint, { timeoutMs: 1_500, ...offering }) : undefined;
  if (list?.kind !== "listed") {
    // A proxy on this machine need not have a list; a server of one's own that has none is not there.
    const isElsewhere = list === undefined || knownProviders[name]?.local === false;
    const models = isElsewhere ? offering.prices.modelsOf(name).map((model) => offered(model, offering)) : [];
    if (models.length === 0) return undefined;
    const at = list?.kind === "refused" ? { kind: "refused-key" as const, status: list.status } : keyAlone;
    return { provider: name, at, models };
  }
  const models = list.models
    .slice(0, mostOfOne)
    .map(({ id, window }) => offered(`${name}/${id}`, offering, window));
  return { provider: name, at: { kind: "address", url: baseUrl }, models };
}

function offered(model: string, { prices }: Offering, said?: number): ModelOffer {
  const price = prices.priceOf(model);
  const window = said ?? prices.entryOf(model)?.context;
  return { model, ...(price && { price }), ...(window !== undefined && { window }) };
}
