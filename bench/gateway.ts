import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../src/core/ports/clock.ts";
import type { Request } from "../src/core/ports/request.ts";
import { openGateway } from "../src/model/gateway/gateway.ts";
import type { BenchRow } from "./log.ts";

const calls = 500;
const atOnce = 16;

/** What a call costs beyond the network: the same instant server, asked through the gateway and by a bare fetch. */
export async function benchGateway(): Promise<BenchRow[]> {
  const server = await instantServer();
  try {
    const { port } = server.address() as AddressInfo; // a server that listens on a port has one
    const origin = `http://127.0.0.1:${port}`;
    const through = gatewayCall(origin);
    const bare = bareCall(origin);
    await timed(40, 1, [through, bare]);
    const [single, singleBare] = await timed(calls, 1, [through, bare]);
    const [many, manyBare] = await timed(calls, atOnce, [through, bare]);
    return [
      row("a call through the gateway, against a bare fetch, p50", single, singleBare, 0.5),
      row("the same, p99", single, singleBare, 0.99),
      row(`${atOnce} calls at once, p50`, many, manyBare, 0.5),
      row("the same, p99", many, manyBare, 0.99),
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

type Call = () => Promise<void>;

/** Milliseconds of each call, sorted. Both ways take turns, so that a busy machine is busy for both. */
async function timed(
  count: number,
  side: number,
  ways: readonly [Call, Call],
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let done = 0; done < count; done += side)
    for (const [way, call] of ways.entries())
      await Promise.all(
        Array.from({ length: Math.min(side, count - done) }, async () => {
          const from = performance.now();
          await call();
          times[way]?.push(performance.now() - from);
        }),
      );
  for (const each of times) each.sort((a, b) => a - b);
  return times;
}

function row(name: string, through: readonly number[], bare: readonly number[], share: number): BenchRow {
  const at = (times: readonly number[]) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const over = at(through) - at(bare);
  return {
    name,
    measured: `${at(through).toFixed(1)} ms (${over.toFixed(1)} over)`,
    baseline: `${at(bare).toFixed(1)} ms`,
    ratio: at(bare) / at(through),
  };
}

const request: Request = {
  model: "anthropic/claude-sonnet-4-5",
  system: "You are an engineer. ".repeat(200),
  tools: ["read_file", "list_files", "pass_turn"].map((name) => ({
    name,
    description: `Does what ${name} says.`,
    schema: { type: "object", properties: { path: { type: "string" } } },
  })),
  messages: [
    { role: "user", blocks: Array.from({ length: 12 }, (_, at) => `[ada] Message ${at}. `.repeat(12)) },
  ],
  maxOutput: 1000,
};

function gatewayCall(origin: string): Call {
  const gateway = openGateway({
    env: { ANTHROPIC_BASE_URL: origin, ANTHROPIC_API_KEY: "unused" },
    config: { limits: { anthropic: { concurrency: atOnce, requestsPerMinute: 1e6, tokensPerMinute: 1e9 } } },
    clock,
    random: () => 0,
  });
  return async () => {
    const { signal } = new AbortController();
    const reply = await gateway.reply(request, { thread: "t", ask: 1, seat: "ada" }, () => {}, signal);
    if (reply.kind === "failed") throw new Error(reply.text);
  };
}

function bareCall(origin: string): Call {
  const body = JSON.stringify(request);
  return async () => {
    await (await fetch(`${origin}/v1/messages`, { method: "POST", body })).text();
  };
}

const clock: Clock = {
  now: () => new Date().toISOString(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/** Says the same forty pieces to everybody, all at once, as soon as it has heard them out. */
async function instantServer(): Promise<Server> {
  const reply = events();
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function events(): string {
  const usage = {
    input_tokens: 2000,
    output_tokens: 1,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  const message = {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    usage,
  };
  const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "some words " } };
  const all = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...Array.from({ length: 40 }, () => delta),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 120 } },
    { type: "message_stop" },
  ];
  return all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
