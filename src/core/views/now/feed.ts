import type { Fact } from "../../facts/fact.ts";
import type { Signal } from "../../ports/signal.ts";
import type { State } from "../../state/state.ts";

/** One thing that a face is told about a session: a fact with the states around it, or what happens between two facts. */
export type FeedItem =
  | { readonly kind: "fact"; readonly fact: Fact; readonly before: State; readonly after: State }
  | { readonly kind: "signal"; readonly signal: Signal };
