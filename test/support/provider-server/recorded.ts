import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Answer } from "./answer.ts";
import type { Asked, Wire } from "./asked.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import type { TokenCount } from "./tokens.ts";
import type { HttpCall } from "./wire-speech.ts";

/** Who closed the socket before the response was whole: "cut" the server, "left" the client. */
export type Ending = "whole" | "cut" | "left";

/** One request as it came in, and what became of it. */
export interface Recorded {
  /** Counts from 1, over all wires. */
  readonly number: number;
  wire: Wire | undefined;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown;
  /** Which ask of which thread it is, by header or by `resolve`. */
  by?: { readonly thread: string; readonly ask: number };
  asked?: Asked;
  misbehaviours: readonly Misbehaviour[];
  /** Why a provider would not take it, or why the script has no answer. */
  problem?: string;
  /** What was said, misbehaviour included. */
  answer?: Answer;
  usage?: TokenCount;
  status?: number;
  /** Resolves when the response is over, however it ended. */
  readonly ended: Promise<Ending>;
}

/** Reads a request to its end; only then it is counted. Undefined: the client left before. */
export async function record(
  request: IncomingMessage,
  next: () => number,
  ended: Promise<Ending>,
): Promise<{ readonly call: HttpCall; readonly recorded: Recorded } | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return undefined;
  }
  const { method = "", url: path = "", headers } = request;
  const bytes = Buffer.concat(chunks);
  const by = askedAs(headers["x-huddle-ask"]);
  const recorded: Recorded = {
    number: next(),
    wire: undefined,
    method,
    path,
    headers,
    bytes,
    body: parsed(bytes),
    ...(by ? { by } : {}),
    misbehaviours: [],
    ended,
  };
  return { call: { method, headers, url: new URL(path, "http://127.0.0.1") }, recorded };
}

/** `coding/t3.1#4`: the fourth ask of that thread. */
function askedAs(header: string | readonly string[] | undefined): Recorded["by"] {
  const [, thread, ask] = /^(.+)#(\d+)$/.exec(String(header ?? "")) ?? [];
  return thread === undefined ? undefined : { thread, ask: Number(ask) };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
