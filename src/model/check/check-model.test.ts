import { describe, expect, test } from "vitest";
import type { ModelFailure } from "../../core/facts/loop-schema.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Failed } from "../gateway/failure-of.ts";
import { checkCases } from "./check-cases.ts";
import { checkModel } from "./check-model.ts";

const clock: Clock = { now: () => "2026-01-01T00:00:00.000Z", sleep: async () => {} };
const talks: ModelReply = { kind: "replied", text: "Hello.", calls: [], finish: "stop" };
const none = { talk: false, tools: false, plan: false, build: false };

/** Plays the check; the reply to each request by its number, from 1. */
async function played(reply: (request: Request, number: number) => ModelReply, window?: number) {
  const requests: Request[] = [];
  const check = await checkModel("home/tiny", {
    clock,
    signal: new AbortController().signal,
    ...(window !== undefined && { window }),
    gateway: {
      async reply(request) {
        requests.push(request);
        return reply(request, requests.length);
      },
    },
  });
  return { check, requests };
}

const failed = (failure: ModelFailure, text: string): Failed => ({ kind: "failed", failure, text });

describe("10.24: a server that fails condemns no model, whatever it fails with and whenever", () => {
  const failures: readonly [what: string, failed: Failed, advice: string][] = [
    ["died", failed("unreachable", "mine: No connection (ECONNREFUSED)."), "Start the server"],
    ["broke off", failed("cut", "mine: The connection broke off."), "memory"],
    ["too slow", failed("timeout", "mine did not finish within 900 s."), "firstByteSeconds"],
    ["broken", failed("overload", "mine: overloaded or broken (500)."), "its own output says why"],
    ["busy for ever", failed("rate", "mine: Too many requests (429)."), "later"],
    ["key gone", failed("refused", "mine: refused (401). Check MINE_API_KEY."), "solved"],
    [
      "a grammar",
      failed("refused", 'It said: "Failed to initialize samplers: failed to parse grammar"'),
      "grammar",
    ],
    ["a grammar, as 500", failed("overload", 'It said: "error parsing grammar: expecting name"'), "grammar"],
    ["no jinja", failed("overload", 'It said: "tools param requires --jinja flag"'), "--jinja"],
    ["old llama.cpp", failed("overload", 'It said: "Unsupported param: tools"'), "--jinja"],
    [
      "no parser",
      failed(
        "refused",
        'It said: ""auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"',
      ),
      "--tool-call-parser",
    ],
    ["too long", { ...failed("refused", "too long"), tooLong: { window: 512 } }, "larger context"],
  ];
  const places = [1, 2, 4, checkCases.length];

  test.each(failures.flatMap(([what, reply, advice]) => places.map((at) => ({ what, at, reply, advice }))))(
    "$what at request $at",
    async ({ reply, at, advice }) => {
      const { check } = await played((_, number) => (number >= at ? reply : talks));
      expect(check.unfinished).toMatchObject({ failure: reply.failure, text: reply.text });
      expect(check.unfinished?.advice).toContain(advice);
      expect(check.unfinished?.advice).toContain("Nothing was stored");
      expect(check.cases).toHaveLength(at - 1);
      expect(check.can).toEqual(none);
    },
  );

  test("a limit that passes is waited for", async () => {
    const busy: Failed = { ...failed("rate", "later"), retryAfterMs: 1_000 };
    const { check, requests } = await played((_, number) => (number === 3 ? busy : talks));
    expect(check.unfinished).toBeUndefined();
    expect(requests).toHaveLength(checkCases.length + 1);
  });

  test("a stop is a stop, and no verdict", async () => {
    const stop = new AbortController();
    const checking = checkModel("home/tiny", {
      clock,
      signal: stop.signal,
      gateway: {
        async reply() {
          stop.abort();
          return failed("stopped", "Stopped.");
        },
      },
    });
    await expect(checking).rejects.toThrow();
  });
});

describe("10.24: a provider that says the model has no tools has answered", () => {
  test.each([
    "registry.ollama.ai/library/gemma:latest does not support tools",
    'No endpoints found that support tool use. Try disabling "read_file".',
    "`tool calling` is not supported with this model",
    "deepseek-reasoner does not support Function Calling",
    "Function calling is not enabled for models/gemma-3-27b-it",
    "tools is not supported in this model",
    "This model doesn't support tool use.",
  ])("%s", async (words) => {
    const { check } = await played(({ tools }) =>
      tools.length > 0 ? failed("refused", `mine: refused (400). It said: "${words}"`) : talks,
    );
    expect(check.unfinished).toBeUndefined();
    expect(check.can.tools).toBe(false);
    expect(check.advice.join("\n")).toContain("huddle model set all");
  });
});

describe("10.28: a server that drops the tools is told apart from a model that cannot use them", () => {
  const counting = (counted: (request: Request) => number) => (request: Request) => ({
    ...talks,
    usage: { input: counted(request), output: 3 },
  });
  const wordsOf = ({ system, messages }: Request) => system.length + JSON.stringify(messages).length;
  const toolsOf = ({ tools }: Request) => (tools.length === 0 ? 0 : JSON.stringify(tools).length);

  test.each([2.5, 3.3, 4, 5])("at %d characters a token", async (characters) => {
    const dropping = await played(counting((request) => 12 + Math.ceil(wordsOf(request) / characters)));
    expect(dropping.check.dropped).toMatchObject({ tools: expect.any(Number), counted: expect.any(Number) });
    expect(dropping.check.advice[0]).toContain("seems to drop the tools");
    const keeping = await played(
      counting((request) => 12 + Math.ceil((wordsOf(request) + toolsOf(request)) / characters)),
    );
    expect(keeping.check.dropped).toBeUndefined();
  });

  test("a server that counts nothing is not suspected", async () => {
    expect((await played(() => talks)).check.dropped).toBeUndefined();
  });

  test("where one tool was called, all arrived", async () => {
    const { check } = await played((request, number) => ({
      ...talks,
      usage: { input: 20, output: 3 },
      calls: number === 5 && request.tools.length > 0 ? [{ tool: "read_file", input: {} }] : [],
    }));
    expect(check.dropped).toBeUndefined();
  });
});

test("10.25: in a small window the check asks for short replies", async () => {
  const { check, requests } = await played(() => talks, 2_048);
  expect(Math.max(...requests.map(({ maxOutput = 0 }) => maxOutput))).toBe(1_024);
  expect(check.window).toBe(2_048);
  expect(check.advice.join("\n")).toContain("a window of 2048 tokens");
});
