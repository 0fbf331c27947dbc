import { APICallError, InvalidPromptError, JSONParseError } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import type { ModelFailure } from "../../core/facts/loop-schema.ts";
import { redactionOf } from "../../core/text/redaction.ts";
import { type Endpoint, endpointOf } from "../endpoint.ts";
import { keysIn } from "../keys-in.ts";
import { failureOf } from "./failure-of.ts";

const env = { ANTHROPIC_API_KEY: "sk-very-secret-1", OPENAI_API_KEY: "sk-very-secret-2" };
const settings = { endpoints: { ollama: { baseUrl: "http://127.0.0.1:11434" } } };

describe("by status", () => {
  test.each<[status: number, failure: ModelFailure]>([
    [429, "rate"],
    [408, "timeout"],
    [500, "overload"],
    [502, "overload"],
    [503, "overload"],
    [504, "overload"],
    [529, "overload"],
    [400, "refused"],
    [401, "refused"],
    [402, "refused"],
    [403, "refused"],
    [404, "refused"],
    [413, "refused"],
    [307, "refused"],
    [501, "refused"],
  ])("%i is %s, and nothing was charged", (status, failure) => {
    expect(meaning(httpError(status, "{}"))).toMatchObject({ failure, unspent: true });
  });

  test("a status that a package gives to an error inside a stream says nothing about the charge", () => {
    expect(meaning(httpError(529, "{}"), { began: true })).not.toHaveProperty("unspent");
  });

  test("a wait is passed on where waiting helps", () => {
    const headers = { "retry-after": "7" };
    expect(meaning(httpError(429, "{}", headers))).toMatchObject({ retryAfterMs: 7000 });
    expect(meaning(httpError(503, "{}", headers))).toMatchObject({ retryAfterMs: 7000 });
    expect(meaning(httpError(400, "{}", headers))).not.toHaveProperty("retryAfterMs");
  });
});

describe("what to do about it", () => {
  test.each<[what: string, status: number, body: unknown, advice: string]>([
    ["a wrong key", 401, { error: { message: "bad key" } }, "Check ANTHROPIC_API_KEY in the environment"],
    ["a forbidden model", 403, {}, "This key may not use claude-x"],
    ["no such model", 404, {}, "anthropic has no model called claude-x"],
    ["too much", 413, {}, "longer than this model can read"],
    [
      "too long, said with 400",
      400,
      { error: { message: "prompt is too long: 210000 tokens > 200000 maximum" } },
      "longer than this model can read",
    ],
    ["no credit", 400, { error: { message: "Your credit balance is too low" } }, "no credit left"],
    ["no credit, said with 429", 429, { error: { code: "insufficient_quota" } }, "no credit left"],
    ["a redirect", 308, {}, "Huddle does not send keys along"],
    ["no tools", 400, { error: { message: "x does not support tools" } }, "huddle model check"],
  ])("%s", (_, status, body, advice) => {
    expect(meaning(httpError(status, JSON.stringify(body)))).toMatchObject({
      failure: "refused",
      text: expect.stringContaining(advice),
    });
  });

  test("Ollama is told how to get a model, and how to be started", () => {
    const missing = httpError(404, '{"error":"model \\"qwen\\" not found"}');
    expect(meaning(missing, { provider: "ollama", id: "qwen" })?.text).toContain("ollama pull qwen");
    expect(meaning(network("ECONNREFUSED"), { provider: "ollama" })?.text).toContain("ollama serve");
  });

  test("a key that an error quotes is not shown", () => {
    const error = httpError(401, '{"error":{"message":"no such key: sk-very-secret-1"}}');
    expect(meaning(error)?.text).toContain("no such key: [key]");
  });

  test.each([350, 380, 395, 399])("10.17: a key is taken out before the words are cut after %i", (before) => {
    const said = `${"x ".repeat(before / 2)}sk-very-secret-1 and sk-very-secret-2`;
    for (const body of [{ error: { message: said } }, { error: said }, { message: said }]) {
      const text = meaning(httpError(401, JSON.stringify(body)))?.text ?? "";
      expect(text).not.toMatch(/sk-v|secret|[12] and/);
    }
  });

  test("10.17: what looks like another person's key or password is not shown either", () => {
    const error = httpError(
      401,
      '{"error":"http://me:hunter2@proxy: sk-proj-abcdefghijklmnopqrstuv is wrong"}',
    );
    expect(meaning(error)?.text).toContain('"http://[key]@proxy: [key] is wrong"');
  });

  test("what a provider says is one short line without control characters", () => {
    const message = `a\n\u001b[31mb ${"c".repeat(2000)}`;
    const text = meaning(httpError(400, JSON.stringify({ error: { message } })))?.text ?? "";
    expect(text).toContain("a b ccc");
    expect(text.length).toBeLessThan(600);
  });
});

describe("the network", () => {
  test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "ENETUNREACH"])(
    "%s: never sent",
    (code) => {
      expect(meaning(network(code))).toMatchObject({ failure: "unreachable", unspent: true });
    },
  );

  test("a certificate nobody trusts", () => {
    expect(meaning(network("SELF_SIGNED_CERT_IN_CHAIN"))).toMatchObject({
      failure: "unreachable",
      text: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
    });
  });

  test.each(["ECONNRESET", "UND_ERR_SOCKET", "EPIPE"])("%s: it may have been sent", (code) => {
    expect(meaning(network(code))).toMatchObject({ failure: "cut" });
    expect(meaning(network(code))).not.toHaveProperty("unspent");
  });

  test("Node's own patience", () => {
    expect(meaning(network("UND_ERR_HEADERS_TIMEOUT"))).toMatchObject({ failure: "timeout" });
  });

  test("several addresses were tried", () => {
    const each = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    const cause = Object.assign(new AggregateError([each, each]), { code: "ECONNREFUSED" });
    const error = new APICallError({ message: "x", url: "u", requestBodyValues: {}, cause });
    expect(meaning(error)).toMatchObject({ failure: "unreachable" });
  });
});

describe("inside a stream", () => {
  test.each<[error: unknown, failure: ModelFailure]>([
    [{ type: "overloaded_error", message: "Overloaded" }, "overload"],
    [{ type: "api_error", message: "Internal" }, "overload"],
    [{ type: "rate_limit_error", message: "slow" }, "rate"],
    [{ type: "requests", code: "rate_limit_exceeded", message: "slow" }, "rate"],
    [{ type: "invalid_request_error", message: "no" }, "refused"],
    [{ type: "server_error", code: null, message: "sorry" }, "overload"],
    [{ code: 503, message: "busy" }, "overload"],
    [{ code: 429, message: "slow" }, "rate"],
    [{ message: "insufficient_quota", type: "insufficient_quota" }, "refused"],
  ])("%j is %s, and may have been charged", (error, failure) => {
    const means = meaning(error, { began: true });
    expect(means).toMatchObject({ failure });
    expect(means).not.toHaveProperty("unspent");
  });

  test("what cannot be read is a reply that broke off", () => {
    const broken = new JSONParseError({ text: '{"a', cause: new Error("end") });
    expect(meaning(broken, { began: true })).toMatchObject({ failure: "cut" });
    expect(meaning("text part 0 not found", { began: true })).toMatchObject({ failure: "cut" });
  });
});

test("a request that a package would not send is refused in its words", () => {
  const error = new InvalidPromptError({ prompt: {}, message: "messages must not be empty" });
  expect(meaning(error)).toMatchObject({ failure: "refused", text: expect.stringContaining("not be empty") });
});

test("what nobody planned means nothing here", () => {
  expect(meaning(new TypeError("x is not a function"))).toBeUndefined();
});

interface Asked {
  readonly provider?: string;
  readonly id?: string;
  readonly began?: boolean;
}

function meaning(error: unknown, { provider = "anthropic", id = "claude-x", began = false }: Asked = {}) {
  const endpoint = endpointOf(provider, { env, settings }) as Endpoint;
  const redaction = redactionOf(keysIn({ env, settings }));
  return failureOf(error, { endpoint, id, now: 0, began, redaction });
}

function httpError(statusCode: number, responseBody: string, responseHeaders = {}): APICallError {
  return new APICallError({
    message: "m",
    url: "u",
    requestBodyValues: {},
    statusCode,
    responseBody,
    responseHeaders,
  });
}

function network(code: string): APICallError {
  const cause = Object.assign(new Error(code), { code });
  return new APICallError({ message: `Cannot connect: ${code}`, url: "u", requestBodyValues: {}, cause });
}
