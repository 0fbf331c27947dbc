/** How a loop ended. The loop knows no policy: what an ending means is the caller's exhaustive switch. */
export type Outcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paused"; readonly question: string }
  | { readonly kind: "max-iterations"; readonly asks: number };
