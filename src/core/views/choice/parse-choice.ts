import { numbered } from "./choice-lines.ts";
import type { ProviderOffer } from "./model-offers.ts";

/** What a person wants of the models that are offered. */
export type ModelChoice =
  /** In this order. `role` is one of the roles, or "all". */
  | { readonly kind: "set"; readonly wishes: readonly { readonly role: string; readonly model: string }[] }
  | { readonly kind: "leave" }
  | { readonly kind: "unclear"; readonly hint: string };

export interface Choosing {
  readonly offers: readonly ProviderOffer[];
  readonly roles: readonly string[];
  /** A model is set already, so Enter keeps it. */
  readonly isSet: boolean;
}

/** Reads `3`, `ollama/qwen3`, `fast 4` or `strong 1, fast 4`. Enter takes the first one, unless a model is set. */
export function parseChoice({ offers, roles, isSet }: Choosing, typed: string): ModelChoice {
  const line = typed.trim();
  const all = numbered(offers);
  const [first] = all;
  if (line === "")
    return isSet || !first
      ? { kind: "leave" }
      : { kind: "set", wishes: [{ role: "all", model: first.model }] };
  if (/^(q|quit|exit|later)$/i.test(line)) return { kind: "leave" };
  const wishes: { role: string; model: string }[] = [];
  for (const part of line.split(",")) {
    const words = part.trim().split(/\s+/);
    const [role = "", what = ""] = words.length === 1 ? ["all", ...words] : words;
    if (words.length > 2) return unclear(`"${part.trim()}" is more than a role and a model.`, roles);
    if (role !== "all" && !roles.includes(role)) return unclear(`There is no role "${role}".`, roles);
    const model = /^\d+$/.test(what) ? all[Number(what) - 1]?.model : what.includes("/") ? what : undefined;
    if (model === undefined) return unclear(`There is no model "${what}" here.`, roles);
    wishes.push({ role, model });
  }
  return { kind: "set", wishes };
}

function unclear(why: string, roles: readonly string[]): ModelChoice {
  return {
    kind: "unclear",
    hint: `${why} Type a number or provider/model for all, or with a role (${roles.join(", ")}), such as: fast 2`,
  };
}
