import { OneRequestOnly } from "../wire/read-reply.ts";
import type { Deadline } from "./deadline.ts";

export type Fetch = typeof fetch;

export interface AttemptFetch {
  readonly fetch: Fetch;
  /** Whether a reply has started: the provider answered with success. */
  began(): boolean;
}

/**
 * The fetch of one attempt. It sends one request, follows no redirect (keys would go along) and drops headers that we
 * did not ask for. Every byte that arrives is a sign of life.
 */
export function attemptFetch(send: Fetch, deadline: Deadline): AttemptFetch {
  let sent = false;
  let began = false;
  return { fetch: once, began: () => began };

  async function once(...[input, init]: Parameters<Fetch>): Promise<Response> {
    if (sent) throw new OneRequestOnly();
    sent = true;
    const headers = new Headers(init?.headers);
    keepBetas(headers);
    const response = await send(input, { ...init, headers, redirect: "manual" });
    deadline.alive();
    if (response.ok && /^text\/html/i.test(response.headers.get("content-type") ?? "")) {
      await response.body?.cancel();
      throw new NotAModel(String(input));
    }
    began = response.ok;
    return response.ok && response.body ? watched(response, response.body, deadline) : response;
  }
}

/** A package asks for beta features that we do not use. Keeps only those we asked for. */
function keepBetas(headers: Headers): void {
  const betas = headers.get("anthropic-beta")?.split(",") ?? [];
  headers.delete("anthropic-beta");
  const ours = betas
    .map((beta) => beta.trim())
    .filter((beta) => beta.startsWith("thinking-binding-controls-"));
  if (ours.length > 0) headers.set("anthropic-beta", ours.join(","));
}

function watched(response: Response, body: ReadableStream<Uint8Array>, deadline: Deadline): Response {
  const reader = body.getReader();
  let over = false;
  // Not a TransformStream: piping costs several times as much.
  const passing = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (over) return controller.close();
      const { done, value } = await reader.read();
      deadline.alive();
      over = done;
      // The last event counts even without its blank line. If it was cut off, it does not parse as JSON.
      controller.enqueue(done ? blankLine : withCallIds(value));
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(passing, { status, statusText, headers });
}

const blankLine = new TextEncoder().encode("\n\n");

/**
 * Call ids are ours, but Anthropic's package rejects a call without one. Most chunks hold no call and pass unchanged;
 * so does an event that is split across chunks.
 */
function withCallIds(chunk: Uint8Array): Uint8Array {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (!bytes.includes('"tool_use"') || !bytes.includes('"content_block_start"')) return chunk;
  const lines = bytes.toString("utf8").split("\n");
  return Buffer.from(lines.map(withCallId).join("\n"), "utf8");
}

function withCallId(line: string): string {
  if (!/^data:.*"tool_use".*\}\r?$/.test(line) || /"content_block":\{[^{}]*"id":"[^"]/.test(line))
    return line;
  return line.replace(/("content_block":\{)(?:"id":(?:null|""),)?/, '$1"id":"call",');
}

class NotAModel extends Error {
  override readonly name = "AI_NotAModel";
  constructor(url: string) {
    super(`${url} answers with a web page, not with a model's reply. Check the address.`);
  }
}
