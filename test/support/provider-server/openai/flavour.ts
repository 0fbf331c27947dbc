export type OpenAiFlavour = "openai" | "ollama" | "vllm" | "lmstudio";

/** In what the servers differ that speak OpenAI's Chat Completions. */
export interface Flavour {
  /** Without a key it answers 401. */
  readonly needsKey: boolean;
  /** Takes no field it does not know. The others ignore those. */
  readonly strict: boolean;
  /** The field that holds what the model thought; undefined: it is not shown. */
  readonly reasoning?: "reasoning" | "reasoning_content";
  /** Calls come whole, in one event; else in fragments. */
  readonly wholeCalls: boolean;
  /** Arguments in the history are parsed, and must be JSON. */
  readonly parsesArguments: boolean;
  /** Says a refusal in a field of its own; else it is text. */
  readonly refusals: boolean;
  /** Counts what was cached and what was thought apart. */
  readonly countsDetails: boolean;
  readonly fingerprint?: string;
  /** Takes the name of a tool as the choice of tools. */
  readonly namesTool: boolean;
  /** Whose words errors are in: OpenAI's, vLLM's, or nothing but a text. */
  readonly errors: "openai" | "vllm" | "text";
  readonly errorEvent?: "error";
  /** After an error inside the stream it still says `[DONE]`. */
  readonly doneAfterError: boolean;
  callId(serial: number, index: number): string;
}

const digits = (serial: number, index: number) => String(serial * 100 + index).padStart(8, "0");

export const flavours: Readonly<Record<OpenAiFlavour, Flavour>> = {
  openai: {
    errors: "openai",
    namesTool: true,
    needsKey: true,
    strict: true,
    refusals: true,
    countsDetails: true,
    wholeCalls: false,
    parsesArguments: false,
    fingerprint: "fp_44709d6fcb",
    doneAfterError: false,
    callId: (serial, index) => `call_${digits(serial, index).padStart(24, "0")}`,
  },
  ollama: {
    errors: "openai",
    namesTool: true, // and does not look at it
    needsKey: false,
    strict: false,
    refusals: false,
    countsDetails: false,
    reasoning: "reasoning",
    wholeCalls: true,
    parsesArguments: true,
    fingerprint: "fp_ollama",
    doneAfterError: false,
    callId: (serial, index) => `call_${digits(serial, index)}`,
  },
  vllm: {
    errors: "vllm",
    namesTool: true,
    needsKey: false,
    strict: false,
    refusals: false,
    countsDetails: false,
    reasoning: "reasoning_content",
    wholeCalls: false,
    parsesArguments: true,
    doneAfterError: true,
    callId: (serial, index) => `chatcmpl-tool-${digits(serial, index)}`,
  },
  lmstudio: {
    errors: "text",
    namesTool: false,
    needsKey: false,
    strict: false,
    refusals: false,
    countsDetails: false,
    reasoning: "reasoning_content",
    wholeCalls: false,
    parsesArguments: false,
    fingerprint: "local",
    errorEvent: "error",
    doneAfterError: false,
    callId: (serial, index) => digits(serial, index).padStart(9, "0"),
  },
};
