import type { ModelFailure } from "../facts/loop-schema.ts";
import type { Speed } from "../state/speed.ts";
import type { ThreadId } from "../terms/ids.ts";
import type { Usage } from "../terms/money-schema.ts";
import type { Request } from "./request.ts";
import type { Signal } from "./signal.ts";

/** Who asks: enough for a rehearsal to find its line, and for signals to say whose words these are. */
export interface AskedBy {
  readonly thread: ThreadId;
  readonly ask: number;
  readonly seat: string;
  /** How fast the model was before. */
  readonly speed?: Speed;
  /** A person wants it asked at once, whatever its provider said or did before. */
  readonly isHurried?: true;
}

export type ModelReply =
  | {
      readonly kind: "replied";
      readonly text: string;
      /** Ids are ours, given when the reply is recorded. Those of a provider are not trusted. */
      readonly calls: readonly { readonly tool: string; readonly input: unknown }[];
      /** "length": cut off at the output limit. "other": any end that a provider reports and that is none of these. */
      readonly finish: "stop" | "tools" | "length" | "other";
      /** Left out: the provider did not say. Unknown is not zero. */
      readonly usage?: Usage;
      /** What the provider wants back verbatim in the same thread, such as thinking and its signatures. */
      readonly opaque?: unknown;
      /** Milliseconds from sending the request to the first word, and to the end, if they were measured. */
      readonly took?: { readonly firstMs: number; readonly ms: number };
    }
  | {
      readonly kind: "failed";
      readonly failure: ModelFailure;
      readonly text: string;
      /** How long the provider asked us to wait, if it said so. */
      readonly retryAfterMs?: number;
      readonly usage?: Usage;
      /** Nothing was charged: the provider never got the request, or rejected it with an error status. */
      readonly unspent?: true;
      /** The request does not fit into the model's window. `window`: its size in tokens, if the provider said it. */
      readonly tooLong?: { readonly window?: number };
    };

export interface Model {
  /** One attempt. Fragments go to `emit` as they arrive. */
  reply(
    request: Request,
    by: AskedBy,
    emit: (signal: Signal) => void,
    signal: AbortSignal,
  ): Promise<ModelReply>;
}
