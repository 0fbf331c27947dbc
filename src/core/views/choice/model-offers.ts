import type { Price } from "../../terms/money.ts";

/** A provider that a person can use on this machine, and its models as far as they are known. */
export interface ProviderOffer {
  readonly provider: string;
  /** The key is there, or it answers here at this address. */
  readonly at:
    | { readonly kind: "key" }
    | { readonly kind: "refused-key"; readonly status: number }
    | { readonly kind: "address"; readonly url: string };
  readonly models: readonly ModelOffer[];
}

export interface ModelOffer {
  /** `provider/model` */
  readonly model: string;
  /** Left out: unknown, which is not zero. */
  readonly price?: Price;
  /** In tokens. Left out: unknown. */
  readonly window?: number;
}

/** Who uses which model, and what can be chosen instead. */
export interface ModelsHere {
  /** What a team may call its models: `strong`, `fast`, `other`. */
  readonly roles: readonly string[];
  readonly members: readonly {
    readonly member: string;
    readonly role: string;
    /** The model that is meant, or the name of a role for which none is set. */
    readonly model: string;
    readonly price?: Price;
  }[];
  readonly offers: readonly ProviderOffer[];
}
