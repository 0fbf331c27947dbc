import type { CallId } from "../terms/ids.ts";

/** What a model is sent, in the order of the wire: tools, charter, transcript, suffix, the loop's own asks. */
export interface Request {
  readonly model: string;
  readonly tools: readonly ToolSpec[];
  readonly system: string;
  readonly messages: readonly Message[];
  /** Where the suffix of a discussion stands. What comes before it, later requests of the phase begin with as well. */
  readonly suffix?: BlockPlace;
  /** Most tokens the reply may have. */
  readonly maxOutput?: number;
  /** The tool that this ask must use, when it is the last one. */
  readonly demand?: string;
}

/** A block in the conversation: which message, and which block of it. */
export interface BlockPlace {
  readonly message: number;
  readonly block: number;
}

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

export type Message =
  | { readonly role: "user"; readonly blocks: readonly string[] }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly { readonly id: CallId; readonly tool: string; readonly input: unknown }[];
      /** What the model's provider gave with this reply and wants back verbatim. */
      readonly opaque?: unknown;
    }
  | {
      readonly role: "tool";
      readonly results: readonly { readonly id: CallId; readonly text: string; readonly failed: boolean }[];
    };
