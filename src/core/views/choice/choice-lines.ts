import { exampleModel } from "../../terms/policy.ts";
import { grouped } from "../cost/money-text.ts";
import type { ModelOffer, ProviderOffer } from "./model-offers.ts";

/** The offers in the order in which they are numbered, from 1. The one that we name as an example comes first. */
export function numbered(offers: readonly ProviderOffer[]): readonly ModelOffer[] {
  return inOrder(offers).flatMap(({ models }) => models);
}

export function choiceLines(offers: readonly ProviderOffer[]): readonly string[] {
  const all = numbered(offers);
  if (all.length === 0) return [];
  const width = Math.max(...all.map(({ model }) => model.length));
  const digits = String(all.length).length;
  let number = 0;
  return [
    "Models that you can use here, with dollars for a million tokens read / written:",
    ...inOrder(offers).flatMap((offer) => [
      `  ${placeOf(offer)}`,
      ...offer.models.map((one) => {
        number += 1;
        const columns = [one.model.padEnd(width), priceText(one).padEnd(14), windowText(one)];
        return `    ${String(number).padStart(digits)}  ${columns.join("  ")}`.trimEnd();
      }),
    ]),
  ];
}

function inOrder(offers: readonly ProviderOffer[]): readonly ProviderOffer[] {
  const usualFirst = (models: readonly ModelOffer[]) => [
    ...models.filter(({ model }) => model === exampleModel),
    ...models.filter(({ model }) => model !== exampleModel),
  ];
  const named = offers.map((offer) => ({ ...offer, models: usualFirst(offer.models) }));
  const hasUsual = ({ models }: ProviderOffer) => models[0]?.model === exampleModel;
  return [...named.filter(hasUsual), ...named.filter((offer) => !hasUsual(offer))];
}

function placeOf({ provider, at, models }: ProviderOffer): string {
  const none = models.length === 0 ? ", which has no models yet" : "";
  if (at.kind === "refused-key") return `${provider}, which refuses the key that is there (${at.status})`;
  return at.kind === "key" ? `${provider}, whose key is there` : `${provider} at ${at.url}${none}`;
}

export function priceText({ price }: Pick<ModelOffer, "price">): string {
  if (!price) return "price unknown";
  return price.input === 0 && price.output === 0 ? "free" : `$${price.input} / $${price.output}`;
}

function windowText({ window }: ModelOffer): string {
  return window === undefined ? "" : `${grouped(window)} tokens`;
}
