import { oneLine } from "../../plain-text.ts";
import type { InboxItem } from "../inbox.ts";
import type { AnswerOffer, Offer } from "../wait-words.ts";

/** What a person does with an offer in front of it. */
export type OfferAct =
  /** Sent as it is. */
  | { readonly kind: "send"; readonly answer: AnswerOffer["answer"] }
  /** They fill something in first; their line begins like this. */
  | { readonly kind: "type"; readonly begins: string }
  /** It has a command of its own. */
  | { readonly kind: "command"; readonly command: string };

export function offerAct(offer: Offer): OfferAct {
  if ("command" in offer) return { kind: "command", command: offer.command };
  if (offer.blank === undefined) return { kind: "send", answer: offer.answer };
  return { kind: "type", begins: beginOf(offer) };
}

/** What is typed for it without its example: `no "why not"` begins with `no `. A name can stay, to be changed. */
function beginOf({ typed }: AnswerOffer): string {
  return typed.replace(/("[^"]*"|<[^>]*>)$/, "");
}

/** `1  yes (this once)`: how each offer is written, and with which number it is chosen. */
export function offerLines({ offers }: Pick<InboxItem, "offers">): readonly string[] {
  return offers.map((offer, index) => `${index + 1}  ${oneLine(offerWords(offer))}`);
}

function offerWords(offer: Offer): string {
  if (!("command" in offer)) return offer.label;
  return offer.label === undefined ? offer.command : `${offer.label}: ${offer.command}`;
}
