import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ask, gatewayTo, modelOf, requestTo, type StageWire, wires } from "../support/gateway-stage.ts";
import { finish, LoopStage } from "../support/loop-stage.ts";
import type { Misbehaviour } from "../support/provider-server/misbehaviour.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const answer = {
  text: "Let me think about this for a moment.",
  calls: [{ tool: finish.name, input: { value: 7 } }],
};
const kept = { kind: "replied", text: answer.text, calls: answer.calls, finish: "tools" };
const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";

async function replyTo(wire: StageWire, ...misbehaviours: readonly Misbehaviour[]) {
  await using server = await startProviderServer({ flavour: wire === "compatible" ? "vllm" : "openai" });
  server.next(...misbehaviours);
  server.reply(answer);
  const { reply } = await ask(gatewayTo(server), requestTo(wire));
  expect(server.requests.length).toBe(1);
  return reply;
}

const json = (body: unknown) => JSON.stringify(body);

/** Errors with status 200, as seen of providers, proxies and servers on one's own machine. */
const errors: readonly (readonly [text: string, failure: string, words: string])[] = [
  [json({ error: { message: "The engine is warming up." } }), "overload", "The engine is warming up."],
  [json({ error: { message: "Slow down.", type: "rate_limit_error" } }), "rate", "Slow down."],
  [json({ error: { message: "Slow down.", code: 429 } }), "rate", "Slow down."],
  [json({ error: { message: "Too short.", code: "400" } }), "refused", "Too short."],
  [json({ error: { message: "No key.", status: "UNAUTHENTICATED", code: 401 } }), "refused", "No key."],
  [json([{ error: { message: "Try later.", status: "UNAVAILABLE", code: 503 } }]), "overload", "Try later."],
  [
    json({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
    "overload",
    "Overloaded",
  ],
  [json({ error: "model 'tiny' not found, try pulling it first" }), "refused", "try pulling it first"],
  [
    json({ object: "error", message: "The model `x` does not exist.", code: 404 }),
    "refused",
    "does not exist",
  ],
  [json({ message: "Out of memory" }), "overload", "Out of memory"],
  [json({ detail: "Not authenticated" }), "overload", "Not authenticated"],
  [json({ detail: [{ loc: ["body"], msg: "field required" }] }), "overload", "field required"],
  [json({ errors: [{ message: "The worker died." }] }), "overload", "The worker died."],
  [json({ success: false, msg: "账户余额不足" }), "overload", "账户余额不足"],
  [json({ error: { code: 7 } }), "overload", '"code":7'],
  [json({ state: "loading" }), "overload", '"state":"loading"'],
  ['"just a text"', "overload", "just a text"],
  ["upstream connect error or disconnect/reset before headers", "overload", "upstream connect error"],
  ["Internal Server Error\n", "overload", "Internal Server Error"],
  [json({ error: { message: "Your credit balance is too low." } }), "refused", "credit balance"],
];
const types = ["application/json", "text/event-stream", "text/plain; charset=utf-8", ""];

describe.each(wires)("10.19: %s: success, and an error in it", (wire) => {
  test.each(errors)("%s", async (text, failure, words) => {
    const type = types[text.length % types.length] ?? "";
    const reply = await replyTo(wire, { does: "body", text, headers: { "content-type": type } });
    expect(reply).toMatchObject({ kind: "failed", failure, text: expect.stringContaining(words) });
    expect(reply).not.toHaveProperty("unspent");
  });

  test.each(types)("whatever its content type says: %s", async (type) => {
    const [text, failure, words] = errors[0] ?? [];
    const headers = { "content-type": type };
    const reply = await replyTo(wire, { does: "body", text: text ?? "", headers });
    expect(reply).toMatchObject({ failure, text: expect.stringContaining(words ?? "") });
  });

  test("a person reads the provider's own words", async () => {
    await using server = await startProviderServer();
    const text = json({ error: { message: "The model `x` does not exist." } });
    server.next({ does: "body", text });
    const stage = stageOf(wire);
    expect(await stage.run(gatewayTo(server))).toMatchObject({
      kind: "model-error",
      error: expect.stringContaining("The model `x` does not exist."),
    });
    const [asked] = stage.events("model.asked");
    expect(stage.log.state.accounts.session?.unconfirmed.tokens).toBe(
      (asked?.reserved?.input ?? 0) + (asked?.reserved?.output ?? 0),
    );
  });
});

/** Bytes in place of an answer. */
const noAnswers: Readonly<Record<string, string>> = {
  "another protocol": "SSH-2.0-OpenSSH_9.6\r\n",
  "an alert of TLS": "\x15\x03\x01\x00\x02\x02\x46",
  "a line of text": "hello\r\n\r\n",
  "a version that does not exist": "HTTP/9.9 200 OK\r\n\r\n",
  "a status that is none": "HTTP/1.1 abc OK\r\n\r\n",
  "another kind of server": "ICY 200 OK\r\n\r\n",
  zeros: "\0".repeat(5_000),
  "a header of 64 KB": `${head}x: ${"y".repeat(65_536)}\r\n\r\n`,
  "a thousand headers": `${head}${"x-y: z and so on\r\n".repeat(5_000)}\r\n`,
  "two lengths": `${head}content-length: 5\r\ncontent-length: 6\r\n\r\ndata:`,
  "a length that is none": `${head}content-length: many\r\n\r\n`,
  "a chunk without a size": `${head}transfer-encoding: chunked\r\n\r\nzz\r\ndata: {}\r\n`,
  "a chunk that ends early": `${head}transfer-encoding: chunked\r\n\r\nff\r\ndata: {}`,
  "a body that ends early": `${head}content-length: 500\r\n\r\ndata: {}\n\n`,
  "gzip that is none": `${head}content-encoding: gzip\r\ncontent-length: 9\r\n\r\ndata: {}\n`,
  "brotli that is none": `${head}content-encoding: br\r\ncontent-length: 9\r\n\r\ndata: {}\n`,
};

describe.each(wires)("10.19: %s: was sent, and no readable answer came", (wire) => {
  test.each(Object.entries(noAnswers))("%s", async (_, text) => {
    const reply = await replyTo(wire, { does: "bytes", text });
    const words = /was sent, but no readable answer came back|broke off/;
    expect(reply).toMatchObject({ kind: "failed", failure: "cut", text: expect.stringMatching(words) });
    expect(reply).not.toHaveProperty("unspent");
  });

  test("gzip that is cut off, and bytes that are no text", async () => {
    const packed = gzipSync("data: {}\n\n".repeat(1000)).subarray(0, 40);
    await using server = await startProviderServer();
    for (const encoding of ["gzip", "zstd", "identity"]) {
      const fetch = async () => new Response(packed, { headers: { "content-encoding": encoding } });
      const { reply } = await ask(gatewayTo(server, {}, { fetch }), requestTo(wire));
      expect(reply).toMatchObject({ failure: "cut", text: expect.stringContaining("no readable answer") });
    }
  });

  test("counts at the most it can have cost, and is tried again", async () => {
    await using server = await startProviderServer({ answers: () => answer });
    server.next({ does: "bytes", text: noAnswers["another protocol"] ?? "" });
    server.next({ does: "bytes", text: noAnswers["a header of 64 KB"] ?? "" });
    const stage = stageOf(wire);
    expect(await stage.run(gatewayTo(server))).toEqual({ kind: "done", value: 7 });
    const [first, second] = stage.events("model.asked").map(({ reserved }) => reserved);
    expect(stage.log.state.accounts.session?.unconfirmed.tokens).toBe(
      [first, second].reduce((sum, one) => sum + (one?.input ?? 0) + (one?.output ?? 0), 0),
    );
  });
});

describe.each(wires)("10.19: %s: nothing at all is tried again", (wire) => {
  test.each([
    [204, ""],
    [205, ""],
    [200, ""],
    [202, ""],
    [200, " \r\n\r\n"],
    [200, "\uFEFF"],
  ])("%d %j", async (status, text) => {
    await using server = await startProviderServer({ answers: () => answer });
    server.next({ does: "body", status, text });
    const stage = stageOf(wire);
    expect(await stage.run(gatewayTo(server))).toEqual({ kind: "done", value: 7 });
    expect(stage.events("model.failed")).toMatchObject([
      { failure: "cut", text: expect.stringContaining(`empty (${status})`), retryAt: expect.any(String) },
    ]);
    expect(stage.events("model.failed")[0]).not.toHaveProperty("unspent");
  });
});

describe.each(wires)("10.19: %s: another form than asked for", (wire) => {
  test.each(["one", "list"] as const)("a whole reply instead of a stream, as %s", async (as) => {
    if (as === "list" && wire !== "google") return; // only Google has such a form
    expect(await replyTo(wire, { does: "whole", as })).toMatchObject(kept);
  });

  test.each(["text/plain", "application/json", "application/octet-stream", "text/html"])(
    "a stream that calls itself %s",
    async (type) => {
      await using server = await startProviderServer({ flavour: wire === "compatible" ? "vllm" : "openai" });
      server.reply(answer);
      const mislabelled: typeof fetch = async (...asked) => {
        const { body, status } = await fetch(...asked);
        return new Response(body, { status, headers: { "content-type": type } });
      };
      const { reply } = await ask(gatewayTo(server, {}, { fetch: mislabelled }), requestTo(wire));
      expect(reply).toMatchObject(kept);
    },
  );

  test.each(["<!DOCTYPE html>\n<html>", "<html><body>Sign in</body></html>", "\n <HTML lang=en>"])(
    "a web page: %s",
    async (text) => {
      const type = ["text/html", ...types][text.length % 5] ?? "";
      const reply = await replyTo(wire, { does: "body", text, headers: { "content-type": type } });
      const words = expect.stringContaining("answers with a web page");
      expect(reply).toMatchObject({ failure: "refused", text: words });
    },
  );

  test.each([300, 301, 302, 303, 304, 307, 308])("a redirect (%d) is not followed", async (status) => {
    const headers = { location: "http://127.0.0.1:9/elsewhere" };
    const reply = await replyTo(wire, { does: "body", status, text: "", headers });
    expect(reply).toMatchObject({
      failure: "refused",
      unspent: true,
      text: expect.stringContaining("redirects"),
    });
  });

  test.each([
    ["text/plain", "max_tokens is too large for tiny"],
    ["text/event-stream", 'event: error\ndata: {"error":{"message":"max_tokens is too large for tiny"}}\n\n'],
    ["application/json", json({ detail: [{ msg: "max_tokens is too large for tiny" }] })],
    ["application/problem+json", json({ title: "max_tokens is too large for tiny", status: 400 })],
  ])("a refusal as %s keeps its words", async (type, text) => {
    const reply = await replyTo(wire, { does: "body", status: 400, text, headers: { "content-type": type } });
    expect(reply).toMatchObject({
      failure: "refused",
      unspent: true,
      text: expect.stringContaining('"max_tokens is too large for tiny"'),
    });
  });
});

test("10.19: trailers after a reply are no part of it", async () => {
  const events = [
    { choices: [{ index: 0, delta: { content: "Yes." } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ].map((event) => `data: ${json(event)}\n\n`);
  const body = [...events, "data: [DONE]\n\n"].join("");
  const text = `${head}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\nx-sum: 1\r\n\r\n`;
  expect(await replyTo("openai", { does: "bytes", text })).toMatchObject({ kind: "replied", text: "Yes." });
});

function stageOf(wire: StageWire): LoopStage {
  const seats = ["ada", "bo"].map((id) => ({ id, role: "engineer" as const, model: modelOf(wire) }));
  return new LoopStage({ seats });
}
