import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, gatewayTo, limitsFor, requestTo, type StageWire, wires } from "../support/gateway-stage.ts";
import { everyMisbehaviour, type MisbehaviourName } from "../support/provider-server/every-misbehaviour.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const answer = {
  text: "I looked at it. Größe: 5 €.",
  calls: [
    { tool: "read_file", input: { path: "a.ts" } },
    { tool: "read_file", input: { path: "b.ts" } },
  ],
};

const failed = (failure: string, more: object = {}) => ({ kind: "failed", failure, ...more });
/** Turned away before anything began: nothing is charged. */
const away = (failure: string, more: object = {}) => failed(failure, { unspent: true, ...more });
const whole = { kind: "replied", text: answer.text, calls: answer.calls, finish: "tools" };
const called = (...inputs: readonly unknown[]) => ({
  kind: "replied",
  calls: inputs.map((input) => ({ tool: "read_file", input })),
  finish: "tools",
});
const said = (text: unknown, finish = "stop") => ({ kind: "replied", text, calls: [], finish });

type Expectation = object | ({ readonly every: object } & { readonly [W in StageWire]?: object });

/** What becomes of each misbehaviour, on every wire alike or with exceptions. docs/faults.md is this table in words. */
const expectations: Record<MisbehaviourName, Expectation> = {
  "400": away("refused"),
  "401": away("refused", { text: expect.stringMatching(/Check \w+_API_KEY/) }),
  "403": away("refused", { text: expect.stringContaining("may not use") }),
  "404": away("refused", { text: expect.stringContaining("has no model called") }),
  "413": away("refused", { text: expect.stringContaining("longer than this model can read") }),
  "429": away("rate"),
  "500": away("overload"),
  "503": away("overload"),
  "529": away("overload"),
  "429, retry-after in seconds": away("rate", { retryAfterMs: 2000 }),
  "429, retry-after as a date": away("rate", { retryAfterMs: 3000 }),
  "429, retry-after-ms": away("rate", { retryAfterMs: 1500 }),
  "429, delay in the body": away("rate", { retryAfterMs: 4000 }),
  // Google says the same of an empty account and of a full minute.
  "no money left": {
    every: away("refused", { text: expect.stringContaining("no credit") }),
    google: away("rate"),
  },
  "529, retry-after in seconds": away("overload", { retryAfterMs: 2000 }),
  "502 from a proxy": away("overload"),
  "500 without a word": away("overload"),
  "hangs up": failed("cut"),
  "never begins": failed("timeout", { text: expect.stringContaining("sent no answer") }),
  "begins, then nothing": failed("timeout", { text: expect.stringContaining("fell silent") }),
  "stands still half-way": failed("timeout", { text: expect.stringContaining("fell silent") }),
  "stands still, with pings": failed("timeout", { text: expect.stringContaining("did not finish") }),
  "error before the first word": failed("overload"),
  "error half-way": failed("overload"),
  "rate limit half-way": failed("rate"),
  "ends half-way": failed("cut"),
  "ends before the first word": failed("cut"),
  "cut in the middle of an event": failed("cut"),
  "reset in the middle of an event": failed("cut"),
  "one byte at a time": whole,
  "characters split over chunks": whole,
  "CRLF framing": whole,
  "CR framing": whole,
  "no space after the colon": whole,
  "comments between": whole,
  "other fields between": whole,
  "one event over many lines": whole,
  "byte order mark": whole,
  "arguments that are broken JSON": {
    every: called(expect.stringMatching(/^\{.*so on$/), expect.stringMatching(/^\{.*so on$/)),
    google: said("", "other"), // it notices by itself and says nothing else
  },
  "arguments that are an array": called([{ path: "a.ts" }], [{ path: "b.ts" }]),
  "arguments that are a string": {
    every: called('{"path":"a.ts"}', '{"path":"b.ts"}'),
    google: called({ path: "a.ts" }, { path: "b.ts" }), // its package reads the string
  },
  "arguments of the wrong types": called({ path: { not: "a string" } }, { path: { not: "a string" } }),
  "a megabyte of arguments": called(
    { path: expect.stringMatching(/^x{1000000}/) },
    { path: expect.stringMatching(/^x{1000000}/) },
  ),
  "call ids seen before": whole,
  "no call ids": whole,
  "empty reply": said(""),
  "only white space": said(" \n\t\n"),
  "only reasoning": said(""),
  "a megabyte of text": { kind: "replied", text: expect.stringMatching(/^(words and ){99999}/) },
  "cut off at the output limit": { kind: "replied", finish: "length" },
  "refused by the model": {
    every: failed("refused", { usage: expect.anything() }),
    compatible: said(expect.any(String)), // there it is text like any other
  },
  "stopped by a filter": failed("refused", { usage: expect.anything() }),
  "an end nobody knows": {
    every: { kind: "replied", finish: "other" },
    anthropic: { kind: "replied", finish: expect.stringMatching(/tools|other/) },
  },
};

const rejections: unknown[] = [];
const note = (reason: unknown) => void rejections.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(() => {
  process.off("unhandledRejection", note);
  expect(rejections).toEqual([]);
});

describe.each(Object.keys(everyMisbehaviour) as MisbehaviourName[])("%s", (name) => {
  test.each(wires)("%s", async (wire) => {
    await using server = await startProviderServer({ flavour: wire === "compatible" ? "vllm" : "openai" });
    server.next(everyMisbehaviour[name]);
    server.reply(answer);

    const { reply, signals } = await ask(gatewayTo(server, limitsFor(name)), requestTo(wire));

    expect(reply).toMatchObject(expectationOf(name, wire));
    if (reply.kind === "failed" && !("unspent" in expectationOf(name, wire)))
      expect(reply).not.toHaveProperty("unspent");
    expect(reply.kind === "failed" ? reply.text : "").not.toContain("sk-of-this-test");
    expect(signals.map(({ type }) => type)).toEqual(expect.arrayContaining(["ask.began", "ask.ended"]));
    expect(server.requests.length).toBe(1);
    // Nothing is left open at the provider's, however it went.
    expect(["whole", "cut", "left"]).toContain(await server.requests[0]?.ended);
  });
});

test.each(wires)("%s: nobody is there", async (wire) => {
  await using server = await startProviderServer();
  const gateway = gatewayTo(server);
  await server.shut();
  const { reply } = await ask(gateway, requestTo(wire));
  expect(reply).toMatchObject(
    away("unreachable", { text: expect.stringContaining("Nothing answers at http") }),
  );
});

test("a web page where a model should be", async () => {
  await using server = await startProviderServer();
  const fetch = async () =>
    new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8" } });
  const { reply } = await ask(gatewayTo(server, {}, { fetch }), requestTo("openai"));
  expect(reply).toMatchObject(failed("refused", { text: expect.stringContaining("web page") }));
});

test("one attempt is one request, also where a package would send a second", async () => {
  await using server = await startProviderServer();
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    const candidate = {
      content: { parts: [{ text: "So far." }] },
      finishReason: "CONTINUATION",
      continuationToken: "t",
    };
    const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 3 };
    const event = `data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\n\n`;
    return new Response(event, { headers: { "content-type": "text/event-stream" } });
  };
  const { reply } = await ask(gatewayTo(server, {}, { fetch }), requestTo("google"));
  expect(reply).toMatchObject({
    kind: "replied",
    text: "So far.",
    finish: "length",
    usage: { input: 5, output: 3 },
  });
  expect(requests).toBe(1);
});

test("a key is not carried to where a provider sends us", async () => {
  await using server = await startProviderServer();
  const visited: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    visited.push(`${String(input)} ${init?.redirect}`);
    return new Response(null, { status: 307, headers: { location: "http://elsewhere/" } });
  };
  const { reply } = await ask(gatewayTo(server, {}, { fetch }), requestTo("anthropic"));
  expect(reply).toMatchObject(
    away("refused", { text: expect.stringContaining("Huddle does not send keys along") }),
  );
  expect(visited).toEqual([`${server.origin}/v1/messages manual`]);
});

function expectationOf(name: MisbehaviourName, wire: StageWire): object {
  const expectation = expectations[name];
  if (!("every" in expectation)) return expectation;
  return expectation[wire] ?? expectation.every;
}
