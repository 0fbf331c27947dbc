import { describe, expect, test } from "vitest";
import { mostBytes } from "../../src/model/gateway/answer-body.ts";
import { ask, gatewayTo, modelOf, requestTo, type StageWire, wires } from "../support/gateway-stage.ts";
import { LoopStage } from "../support/loop-stage.ts";
import type { Misbehaviour } from "../support/provider-server/misbehaviour.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const megabyte = 1024 * 1024;
const limit = mostBytes(1000);
const words = "words ".repeat(3_000);

/** The beginning of a reply on each wire, and an event with some words of it. */
const openings: Readonly<Record<StageWire, { readonly before: string; readonly words: string }>> = {
  anthropic: {
    before:
      sse({
        type: "message_start",
        message: { id: "m", role: "assistant", model: "m", usage: { input_tokens: 90, output_tokens: 1 } },
      }) + sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    words: sse({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: words },
    }),
  },
  openai: chat(),
  google: {
    before: "",
    words: sse({ candidates: [{ content: { parts: [{ text: words }] } }] }),
  },
  compatible: chat(),
};

function chat() {
  const chunk = { choices: [{ index: 0, delta: { content: words } }] };
  return { before: sse({ choices: [{ index: 0, delta: { role: "assistant" } }] }), words: sse(chunk) };
}

function sse(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

type Flood = Omit<Extract<Misbehaviour, { does: "flood" }>, "does">;

/** Replies without an end, each several hundred times as large as what was asked for. */
const floods: Readonly<Record<string, (wire: StageWire) => Flood>> = {
  "events of words": (wire) => ({ ...openings[wire], piece: openings[wire].words, bytes: 480 * megabyte }),
  "one event of 700 MB": (wire) => ({
    before: `${openings[wire].before}data: {"choices":[{"delta":{"content":"`,
    piece: "x",
    bytes: 700 * megabyte,
  }),
  "an event of 700 MB that never begins": () => ({ piece: "x", bytes: 700 * megabyte }),
  comments: (wire) => ({ ...openings[wire], piece: ": still here\n", bytes: 700 * megabyte }),
  "blank lines": () => ({ piece: "\n", bytes: 700 * megabyte }),
  "JSON in one piece": () => ({
    before: '{"choices":[{"message":{"content":"',
    piece: "x",
    bytes: 700 * megabyte,
  }),
  brackets: (wire) => ({ before: `${openings[wire].before}data: `, piece: "[", bytes: 700 * megabyte }),
};
const packings = ["gzip", "br", "deflate"] as const;
type Packed = (typeof packings)[number];

describe.each(wires)("10.5: %s: a reply is bounded by the tokens asked for", (wire) => {
  test.each(Object.keys(floods))("%s", (name) => isBounded(wire, name));

  test("an error page without an end says its status all the same", async () => {
    await using server = await startProviderServer();
    for (const packed of [undefined, "gzip"] as const) {
      server.next({
        does: "flood",
        piece: "x",
        bytes: 700 * megabyte,
        status: 503,
        ...(packed && { packed }),
      });
      const counting = countingFetch();
      const { reply } = await ask(gatewayTo(server, {}, { fetch: counting.fetch }), requestTo(wire));
      expect(reply).toMatchObject({ failure: "overload", unspent: true });
      expect(reply.text.length).toBeLessThan(1000);
      expect(counting.read()).toBeLessThanOrEqual(megabyte);
    }
  });

  test("what a real reply of that length can be is read", async () => {
    const text = "日本語のテキスト\t".repeat(2_000);
    await using own = await startProviderServer({ flavour: wire === "compatible" ? "vllm" : "openai" });
    own.next({ does: "chunks", bytes: 1_000 });
    own.reply({ text });
    const { reply } = await ask(gatewayTo(own), requestTo(wire, { maxOutput: 16_000 }));
    expect(reply).toMatchObject({ kind: "replied", text });
  });
});

test.each(packings)("10.5: what %s unpacks to is bounded, too", (packed) =>
  isBounded("compatible", "events of words", packed),
);

describe.each(wires)("10.5: %s: arguments nested", (wire) => {
  test.each([64, 65, 500, 20_000, 500_000])("%d levels deep", async (levels) => {
    await using server = await startProviderServer();
    server.next(nested(wire, levels));
    const { reply } = await ask(gatewayTo(server), requestTo(wire));
    if (levels === 64) expect(reply).toMatchObject({ kind: "replied", calls: [{ tool: "finish" }] });
    else {
      const text = expect.stringContaining("nested more than 64 levels");
      expect(reply).toMatchObject({ kind: "failed", failure: "cut", text });
    }
  });

  test("a person is told after six of them, and the log stays small", async () => {
    const seats = ["ada", "bo"].map((id) => ({ id, role: "engineer" as const, model: modelOf(wire) }));
    const stage = new LoopStage({ seats });
    await using server = await startProviderServer();
    for (let at = 0; at < 6; at++) server.next(nested(wire, 20_000));
    const outcome = await stage.run(gatewayTo(server));
    expect(outcome).toMatchObject({ kind: "model-error", failure: "cut" });
    expect(server.requests.length).toBe(6);
    expect(stage.events("model.asked").length).toBe(6);
    expect(stage.log.state.accounts.session?.reserved.tokens).toBe(0);
    expect(JSON.stringify(stage.log.facts).length).toBeLessThan(20_000);
  });
});

test.each(wires)("10.5: %s: an error nested without end is an error, not a bug", async (wire) => {
  await using server = await startProviderServer();
  for (const status of [200, 400, 500]) {
    const deep = `{"error":{"message":${"[".repeat(100_000)}"no"${"]".repeat(100_000)}}}`;
    server.next({ does: "body", status, text: deep });
    const { reply } = await ask(gatewayTo(server), requestTo(wire));
    expect(reply).toMatchObject({
      kind: "failed",
      failure: { 200: "cut", 400: "refused", 500: "overload" }[status],
    });
  }
});

async function isBounded(wire: StageWire, name: string, packed?: Packed): Promise<void> {
  await using server = await startProviderServer();
  const flood = floods[name]?.(wire);
  if (!flood) throw new Error("no such flood");
  server.next({ does: "flood", ...flood, ...(packed && { packed }) });
  const counting = countingFetch();

  const { reply } = await ask(gatewayTo(server, {}, { fetch: counting.fetch }), requestTo(wire));

  const text = expect.stringContaining("larger than 5 MB");
  expect(reply).toMatchObject({ kind: "failed", failure: "cut", text });
  expect(reply).not.toHaveProperty("unspent");
  expect(counting.read()).toBeLessThanOrEqual(limit + megabyte);
}

/** A reply with one call whose input has so many levels. */
function nested(wire: StageWire, levels: number): Misbehaviour {
  const input = `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
  const inText = JSON.stringify(input);
  const texts: Readonly<Record<StageWire, string>> = {
    anthropic: [
      openings.anthropic.before.split("\n\n")[0] ?? "",
      `data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"x","name":"finish","input":{}}}`,
      `data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":${inText}}}`,
      `data: {"type":"content_block_stop","index":0}`,
      `data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":40}}`,
      `data: {"type":"message_stop"}`,
    ].join("\n\n"),
    openai: chatCall(inText),
    compatible: chatCall(inText),
    google: `data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"finish","args":${input}}}]},"finishReason":"STOP"}]}`,
  };
  return { does: "body", text: `${texts[wire]}\n\n`, headers: { "content-type": "text/event-stream" } };
}

function chatCall(inText: string): string {
  const call = `{"index":0,"id":"x","type":"function","function":{"name":"finish","arguments":${inText}}}`;
  return `data: {"choices":[{"index":0,"delta":{"tool_calls":[${call}]},"finish_reason":"tool_calls"}]}`;
}

/** A fetch that counts what is read of its answers, unpacked. */
function countingFetch() {
  let read = 0;
  const counting: typeof fetch = async (...asked) => {
    const response = await fetch(...asked);
    const reader = response.body?.getReader();
    const body = reader && {
      async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        read += value.byteLength;
        controller.enqueue(value);
      },
      cancel: () => reader.cancel(),
    };
    const { status, statusText, headers } = response;
    return new Response(body ? new ReadableStream(body) : null, { status, statusText, headers });
  };
  return { fetch: counting, read: () => read };
}
