import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Called {
  readonly tool: string;
  readonly input: unknown;
}

/** A request as far as the script looks at it. */
export interface Heard {
  /** All that anybody but the model said. */
  readonly words: string;
  readonly tools: readonly string[];
  /** Which request of its conversation it is, from 1. */
  readonly ask: number;
}

export type Script = (heard: Heard) => Called;

export interface Tally {
  readonly requests: number;
  readonly bytes: number;
  /** From the last byte of a request to the first of its reply: the middle of all. */
  readonly msEach: number;
}

/** A provider on this machine that takes its time over every request, and says what the script has for it. */
export class SlowServer {
  readonly #server: Server;
  readonly #tookMs: number[] = [];
  #bytes = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(latencyMs: number, script: Script): Promise<SlowServer> {
    const server = createServer();
    const slow = new SlowServer(server);
    server.on("request", (incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("end", () => {
        const heardAt = performance.now();
        const body = Buffer.concat(parts);
        const reply = eventsOf(script(heardIn(body)));
        setTimeout(() => {
          slow.#tookMs.push(performance.now() - heardAt);
          slow.#bytes += body.length;
          response.writeHead(200, { "content-type": "text/event-stream" }).end(reply);
        }, latencyMs);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return slow;
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo; // a server that listens on a port has one
    return `http://127.0.0.1:${port}`;
  }

  get tally(): Tally {
    const took = this.#tookMs.toSorted((one, other) => one - other);
    return {
      requests: took.length,
      bytes: this.#bytes,
      msEach: took[Math.floor(took.length / 2)] ?? Number.NaN,
    };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly name: string }[];
}

function heardIn(bytes: Buffer): Heard {
  const body = JSON.parse(bytes.toString("utf8")) as Body; // only Huddle and the bare loop ask here
  const heard = body.messages.filter(({ role }) => role === "user");
  return {
    words: JSON.stringify(heard.map(({ content }) => content)),
    tools: (body.tools ?? []).map(({ name }) => name),
    ask: 1 + body.messages.length - heard.length,
  };
}

/** One call, as Anthropic streams it. */
function eventsOf({ tool, input }: Called): string {
  const id = "toolu_1";
  const usage = {
    input_tokens: 900,
    output_tokens: 1,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  const message = {
    ...{ id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null },
    usage,
  };
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(input) };
  const all = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "tool_use", id, name: tool, input: {} } },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 40 } },
    { type: "message_stop" },
  ];
  return all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
