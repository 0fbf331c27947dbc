interface At {
  readonly provider: string;
  readonly url: string;
}

/** What came of looking whether a model can be asked. */
export type Reached =
  | ({ readonly kind: "ready" } & At)
  /** The provider answers, and its list does not have the model. */
  | ({ readonly kind: "missing" } & At)
  /** `keyNames`: the variables that may hold the key. */
  | ({ readonly kind: "refused"; readonly status: number; readonly keyNames: readonly string[] } & At)
  /** The provider answers, and has no list. */
  | ({ readonly kind: "unlisted"; readonly status: number } & At)
  | ({ readonly kind: "away" } & At)
  /** Nothing can be asked: no key, no such provider, or no model is set. */
  | { readonly kind: "unusable"; readonly why: string };
