import type { ToolResultPart } from "ai";
import { afterEach, describe, expect, test } from "vitest";
import type { Wire } from "../support/provider-server/asked.ts";
import { everyMisbehaviour, type MisbehaviourName } from "../support/provider-server/every-misbehaviour.ts";
import { failOnce } from "../support/provider-server/fail-once.ts";
import { exampleBodies, post } from "../support/provider-server/plain-client.ts";
import type { ProviderServer, ProviderServerOptions } from "../support/provider-server/provider-server.ts";
import { refusedExamples } from "../support/provider-server/refused-examples.ts";
import { type Heard, hear, type SdkWire, sdkModel } from "../support/provider-server/sdk-client.ts";
import { inShort, seenThroughSdk } from "../support/provider-server/seen-through-sdk.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const open: ProviderServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(options: ProviderServerOptions = {}): Promise<ProviderServer> {
  const server = await startProviderServer(options);
  open.push(server);
  return server;
}

const calls = [{ tool: "read_file", input: { path: "b.ts" } }];
const wires = ["anthropic", "openai", "google", "ollama"] as const;

describe("plain fetch", () => {
  test.each(wires)("%s: the same answer, streamed and whole", async (wire) => {
    const server = await start({ answers: () => ({ text: "Grüße 你好 👋 to all", calls }) });
    const whole = await post(server, wire, exampleBodies[wire]);
    const streamed = await post(server, wire, exampleBodies[wire], { stream: true });
    const text = await streamed.text();

    expect(whole.status).toBe(200);
    expect(textIn(await whole.text())).toContain("Grüße 你好 👋 to all");
    expect(textIn(text)).toContain("Grüße 你好 👋 to all");
    expect(text.match(/read_file/g)).toHaveLength(1);
    expect(server.requests.map(({ answer }) => answer?.calls)).toEqual([calls, calls]);
    expect(server.problems).toEqual([]);
  });

  test("what is asked looks the same from all wires", async () => {
    const server = await start({ answers: () => ({ text: "ok" }) });
    for (const wire of ["anthropic", "openai", "google"] as const)
      await post(server, wire, exampleBodies[wire]);

    for (const { asked } of server.requests)
      expect(asked).toMatchObject({
        system: "rules",
        tools: [{ name: "read_file" }, { name: "done" }],
        messages: [
          { role: "user", blocks: ["Look at a.ts."] },
          {
            role: "assistant",
            text: "I look.",
            calls: [{ id: "c1_1", tool: "read_file", input: { path: "a.ts" } }],
          },
          { role: "tool", results: [{ id: "c1_1", text: "export {}" }] },
        ],
        toolChoice: "auto",
        maxTokens: 4096,
      });
  });

  test("bytes, headers and path are kept as they came", async () => {
    const server = await start({ answers: () => ({ text: "ok" }) });
    await post(server, "openai", exampleBodies.openai, { headers: { "x-mine": "1" } });
    const [request] = server.requests;

    expect(request?.headers["x-mine"]).toBe("1");
    expect(request?.path).toBe("/v1/chat/completions");
    expect(request?.bytes.toString()).toBe(JSON.stringify({ ...exampleBodies.openai, stream: false }));
  });

  test("usage only where it is asked for, and [DONE] at the end", async () => {
    const server = await start({ answers: () => ({ text: "ok" }) });
    const without = await (await post(server, "openai", exampleBodies.openai, { stream: true })).text();
    const asked = { ...exampleBodies.openai, stream_options: { include_usage: true } };
    const withUsage = await (await post(server, "openai", asked, { stream: true })).text();

    expect(without).not.toContain("prompt_tokens");
    expect(withUsage).toContain('"choices":[],"usage":{"prompt_tokens":');
    expect(withUsage.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("an answer longer than the limit is cut, and says so", async () => {
    const server = await start({ answers: () => ({ text: "abcd".repeat(100) }) });
    const body = { ...exampleBodies.anthropic, max_tokens: 10 };
    const said = await (await post(server, "anthropic", body)).json();

    expect(said).toMatchObject({
      content: [{ text: "abcd".repeat(10) }],
      stop_reason: "max_tokens",
      usage: { output_tokens: 10 },
    });
  });
});

/** All texts of a response, put together: what is split over events is whole again. */
function textIn(response: string): string {
  return [...response.matchAll(/"(?:text|content)":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join("");
}

describe("requests that no provider takes", () => {
  test.each(refusedExamples)("$what ($wire)", async ({ wire, body, message }) => {
    const server = await start({ answers: () => ({ text: "ok" }) });
    const response = await post(server, wire, body);
    const text = await response.text();

    expect(JSON.stringify(JSON.parse(text)).replaceAll("\\", "")).toContain(message);
    expect(response.status).toBe(400);
    expect(server.problems.join()).toContain(message.slice(0, 20));
    expect(() => server.assertSpent()).toThrow(message.slice(0, 20));
  });

  test("each in its provider's words", async () => {
    const server = await start();
    const body = async (wire: Wire) => (await post(server, wire, { foo: 1 })).json();

    expect(await body("anthropic")).toMatchObject({
      type: "error",
      error: { type: "invalid_request_error" },
    });
    expect(await body("openai")).toMatchObject({ error: { type: "invalid_request_error", param: "model" } });
    expect(await body("google")).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } });
  });

  test("keys: none, a wrong one, a good one", async () => {
    const server = await start({ keys: ["good"], answers: () => ({ text: "ok" }) });
    const status = async (wire: Wire, headers: Record<string, string>) =>
      (await post(server, wire, exampleBodies[wire], { headers })).status;

    expect(await status("anthropic", { "x-api-key": "" })).toBe(401);
    expect(await status("anthropic", { "x-api-key": "bad" })).toBe(401);
    expect(await status("anthropic", { "x-api-key": "good" })).toBe(200);
    expect(await status("openai", { authorization: "" })).toBe(401);
    expect(await status("openai", { authorization: "Bearer bad" })).toBe(401);
    expect(await status("google", { "x-goog-api-key": "" })).toBe(403);
    expect(await status("google", { "x-goog-api-key": "bad" })).toBe(400);
    expect(await status("google", { "x-goog-api-key": "good" })).toBe(200);
  });

  test("thought signatures: Gemini 3 wants them back, older ones do not care", async () => {
    const server = await start({ answers: () => ({ text: "ok" }) });
    const url = (model: string) => `${server.url("google")}/models/${model}:generateContent`;
    const ask = (model: string) =>
      fetch(url(model), {
        method: "POST",
        headers: { "x-goog-api-key": "k" },
        body: JSON.stringify(exampleBodies.google),
      });

    expect((await ask("gemini-2.5-pro")).status).toBe(200);
    expect(await (await ask("gemini-3-pro")).text()).toContain("missing a thought_signature");
  });
});

describe("models", () => {
  test("unknown, too long, too much, refused fields", async () => {
    const models = [{ name: "small", window: 100, maxOutput: 50, refuses: ["temperature"] }];
    const server = await start({ models, answers: () => ({ text: "ok" }) });
    const ask = async (more: object) => {
      const messages = [{ role: "user", content: "a" }];
      const response = await post(server, "openai", { model: "small", messages, ...more });
      return { status: response.status, ...((await response.json()) as { error?: { code: string } }) };
    };

    expect(await ask({})).toMatchObject({ status: 200 });
    expect(await ask({ model: "big" })).toMatchObject({ status: 404, error: { code: "model_not_found" } });
    expect(await ask({ messages: [{ role: "user", content: "a".repeat(500) }] })).toMatchObject({
      status: 400,
      error: { code: "context_length_exceeded" },
    });
    expect(await ask({ max_tokens: 60 })).toMatchObject({ status: 400, error: { code: "invalid_value" } });
    expect(await ask({ temperature: 0 })).toMatchObject({ error: { code: "unsupported_parameter" } });
  });

  test("each house lists them in its own way", async () => {
    const models = [{ name: "m", window: 8192 }];
    const ask = async (server: ProviderServer, path: string, headers = {}) =>
      (await fetch(`${server.origin}${path}`, { headers })).json();
    const vllm = await start({ models, flavour: "vllm" });
    const studio = await start({ models, flavour: "lmstudio" });

    expect(await ask(vllm, "/v1/models")).toMatchObject({ data: [{ id: "m", max_model_len: 8192 }] });
    expect(await ask(vllm, "/v1/models", { "anthropic-version": "x" })).toMatchObject({
      data: [{ type: "model" }],
    });
    expect(await ask(vllm, "/v1beta/models")).toMatchObject({
      models: [{ name: "models/m", inputTokenLimit: 8192 }],
    });
    expect(await ask(studio, "/api/v0/models")).toMatchObject({ data: [{ max_context_length: 8192 }] });
    expect((await fetch(`${vllm.origin}/v1/responses`)).status).toBe(404);
  });

  test("Ollama forgets the head of a long prompt and says nothing; its window can be seen and raised", async () => {
    const server = await start({
      flavour: "ollama",
      models: [
        { name: "llama3.2:latest", window: 131_072 },
        { name: "old", tools: false },
      ],
      answers: ({ messages }) => ({ text: JSON.stringify(messages).includes("walrus") ? "walrus" : "?" }),
    });
    const get = async (path: string, body?: object) =>
      (
        await fetch(`${server.url("ollama")}${path}`, body && { method: "POST", body: JSON.stringify(body) })
      ).json();
    const messages = [{ role: "user", content: `The word is walrus. ${"x ".repeat(10_000)} Which word?` }];
    const chat = async (options: object) =>
      get("/api/chat", { model: "llama3.2", messages, stream: false, options });

    expect(await get("/api/ps")).toEqual({ models: [] });
    expect(await chat({})).toMatchObject({ message: { content: "?" }, prompt_eval_count: 4096 });
    expect(await get("/api/ps")).toMatchObject({ models: [{ context_length: 4096 }] });
    expect(await chat({ num_ctx: 16_384 })).toMatchObject({ message: { content: "walrus" } });
    expect(await get("/api/ps")).toMatchObject({ models: [{ context_length: 16_384 }] });
    expect(await get("/v1/chat/completions", { model: "llama3.2", messages })).toMatchObject({
      choices: [{ message: { content: "?" } }],
      usage: { prompt_tokens: 4096 },
    });
    expect(await get("/api/show", { model: "llama3.2" })).toMatchObject({
      model_info: { "llama.context_length": 131_072 },
      capabilities: ["completion", "tools"],
    });
    expect(await get("/api/tags")).toMatchObject({ models: [{ name: "llama3.2:latest" }, { name: "old" }] });
    expect(
      await get("/v1/chat/completions", { model: "old", messages, tools: exampleBodies.openai.tools }),
    ).toMatchObject({
      error: { message: "registry.ollama.ai/library/old does not support tools" },
    });
  });
});

describe("usage and caches", () => {
  const mark = { cache_control: { type: "ephemeral" } };
  const rules = { type: "text", text: "r".repeat(8000), ...mark };
  const user = (text: string, more = {}) => ({ role: "user", content: [{ type: "text", text, ...more }] });
  const ask = async (server: ProviderServer, more: object) => {
    const body = { model: "claude-test", max_tokens: 100, system: [rules], ...more };
    const { usage } = (await (await post(server, "anthropic", body)).json()) as {
      usage: Record<string, number>;
    };
    return [usage.cache_creation_input_tokens, usage.cache_read_input_tokens, usage.input_tokens];
  };

  test("Anthropic: a prefix is written once, read within five minutes, and everything adds up", async () => {
    let now = 0;
    const server = await start({ now: () => now, answers: () => ({ text: "12345678" }) });
    const long = user("t".repeat(4000), mark);

    const first = await ask(server, { messages: [user("one")] });
    expect(first).toEqual([2006, 0, 8]);
    expect(await ask(server, { messages: [user("two")] })).toEqual([0, 2006, 8]);
    const [written = 0] = await ask(server, { messages: [long] });
    expect(written).toBeGreaterThan(1000);
    expect(await ask(server, { messages: [long, user("more")] })).toEqual([0, 2006 + written, 8]);
    now += 4 * 60_000;
    expect(await ask(server, { messages: [user("two")] })).toEqual([0, 2006, 8]);
    now += 4 * 60_000; // read in between, so it lives on; the longer prefix was not
    expect(await ask(server, { messages: [long] })).toEqual([written, 2006, 1]);
    now += 5 * 60_000;
    expect(await ask(server, { messages: [user("two")] })).toEqual([2006, 0, 8]);
    expect(server.requests[0]?.usage).toMatchObject({ output: 2, plain: 8, cacheWrite: 2006 });
  });

  test("Anthropic: too short, too far back, another tool choice, a failed call", async () => {
    const server = await start({ answers: () => ({ text: "ok" }) });
    const short = { system: [{ type: "text", text: "short", ...mark }], messages: [user("one")] };
    expect((await ask(server, short)).slice(0, 2)).toEqual([0, 0]);

    server.next({ does: "status", status: 529 });
    await post(server, "anthropic", {
      model: "claude-test",
      max_tokens: 1,
      system: [rules],
      messages: [user("a")],
    });
    expect(await ask(server, { messages: [user("one")] })).toEqual([2006, 0, 8]);

    const tools = exampleBodies.anthropic.tools;
    const talk = [user("t".repeat(4000), mark)];
    const [written = 0] = await ask(server, { tools, messages: talk });
    const choice = { type: "tool", name: "done" };
    const [again = 0, read = 0] = await ask(server, { tools, messages: talk, tool_choice: choice });
    expect(read).toBeGreaterThan(2000); // tools and rules
    expect(again).toBeGreaterThan(900); // the messages are written anew
    expect(again).toBeLessThan(written);

    const blocks = (count: number) => [
      {
        role: "user",
        content: [
          ...Array.from({ length: count }, (_, index) => ({
            type: "text",
            text: `b${index}${"x".repeat(400)}`,
          })),
          { type: "text", text: "end", ...mark },
        ],
      },
    ];
    const alone = { system: [] as unknown[] };
    await ask(server, {
      ...alone,
      messages: [
        {
          role: "user",
          content: [
            ...(blocks(12)[0]?.content ?? []).slice(0, 12),
            { type: "text", text: `b12${"x".repeat(400)}`, ...mark },
          ],
        },
      ],
    });
    const near = await ask(server, { ...alone, messages: blocks(30) });
    const far = await ask(server, { ...alone, messages: blocks(40) });
    expect(near[1]).toBeGreaterThan(1000);
    expect(far[1]).toBe(0);
  });

  test.each(["openai", "google"] as const)(
    "%s: what begins like an earlier request was cached",
    async (wire) => {
      const server = await start({ answers: () => ({ text: "ok" }) });
      const system = "r".repeat(6000);
      const body =
        wire === "openai"
          ? {
              model: "m",
              messages: [
                { role: "system", content: system },
                { role: "user", content: "a" },
              ],
            }
          : {
              systemInstruction: { parts: [{ text: system }] },
              contents: [{ role: "user", parts: [{ text: "a" }] }],
            };
      await post(server, wire, body);
      const again = JSON.stringify(await (await post(server, wire, body)).json());

      expect(again).toMatch(/"(cached_tokens|cachedContentTokenCount)":1408/);
      expect(server.requests.map(({ usage }) => usage?.cacheRead)).toEqual([0, 1408]);
    },
  );
});

describe("what is answered", () => {
  const line = (thread: string, ask: number, say: string, needs: readonly string[] = []) => ({
    thread,
    ask,
    say,
    needs: [...needs],
    lacks: [],
    calls: [],
  });
  const lines = [
    line("turn/refinement.1/1", 1, "first"),
    line("turn/refinement.1/2", 1, "second", ["orange"]),
  ];
  const rehearsal = { name: "tiny", lines };
  const ask = async (server: ProviderServer, content: string, by?: string) => {
    const body = { model: "m", messages: [{ role: "user", content }] };
    const response = await post(server, "openai", body, by ? { headers: { "x-huddle-ask": by } } : {});
    const said = (await response.json()) as {
      choices?: [{ message: { content: string } }];
      error?: { message: string };
    };
    return said.choices?.[0].message.content ?? said.error?.message;
  };

  test("a rehearsal's line, by the header that says which", async () => {
    const server = await start({ answers: rehearsal });

    expect(await ask(server, "orange", "turn/refinement.1/2#1")).toBe("second");
    expect(await ask(server, "orange", "turn/refinement.1/2#1")).toBe("second");
    expect(() => server.assertSpent()).toThrow("turn/refinement.1/1, ask 1");
    expect(await ask(server, "apple", "turn/refinement.1/1#1")).toBe("first");
    server.assertSpent();
    expect(await ask(server, "apple", "turn/refinement.1/2#1")).toContain('needs "orange"');
    expect(() => server.assertSpent()).toThrow("needs");
  });

  test("without it by what the lines need, or by the test's own judgement; never by a guess", async () => {
    const server = await start({ answers: rehearsal });
    expect(await ask(server, "apple")).toBe("first");
    expect(await ask(server, "orange")).toContain("2 lines fit");

    const judged = await start({
      answers: rehearsal,
      resolve: () => ({ thread: "turn/refinement.1/2", ask: 1 }),
    });
    expect(await ask(judged, "orange")).toBe("second");
  });

  test("queued replies come first, and hold the request to what was expected", async () => {
    const server = await start({ answers: () => ({ text: "otherwise" }) });
    server.reply({ text: "one" }, ["apple"]);
    server.reply({ text: "two" }, ({ messages }) => messages.length === 2);

    expect(await ask(server, "an apple")).toBe("one");
    expect(await ask(server, "a pear")).toContain("not the one that was expected");
    expect(await ask(server, "a pear")).toBe("otherwise");
  });

  test("a third of the calls fails once, the same ones for the same seed", async () => {
    const run = async (seed: number) => {
      const ways = [everyMisbehaviour["429"], everyMisbehaviour["500"]] as const;
      const server = await start({
        answers: () => ({ text: "ok" }),
        plan: failOnce({ seed, share: 1 / 3, ways }),
      });
      for (let index = 0; index < 60; index++) await ask(server, `question ${index % 30}`);
      return server.requests.map(({ status }) => status);
    };
    const first = await run(1);

    expect(first.slice(0, 30).filter((status) => status !== 200).length).toBeGreaterThan(4);
    expect(first.slice(0, 30).filter((status) => status !== 200).length).toBeLessThan(17);
    expect(first.slice(30)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
  });
});

describe("the house itself", () => {
  test("refuses connections while it is shut, and stands at the same address again", async () => {
    const server = await start({ answers: () => ({ text: "ok" }) });
    const { origin } = server;
    await post(server, "openai", exampleBodies.openai);
    await server.shut();
    await expect(post(server, "openai", exampleBodies.openai)).rejects.toMatchObject({
      cause: { code: "ECONNREFUSED" },
    });
    await server.open();

    expect(server.origin).toBe(origin);
    expect((await post(server, "openai", exampleBodies.openai)).status).toBe(200);
  });

  test("nothing outlives it: what stands still ends when it closes", async () => {
    const server = await start({ answers: () => ({ text: "long enough" }) });
    server.next({ does: "stall" });
    server.next({ does: "slow" });
    const response = await post(server, "anthropic", exampleBodies.anthropic, { stream: true });
    const never = expect(post(server, "openai", exampleBodies.openai)).rejects.toThrow();
    await server.nth(2);
    await server.close();

    await never;
    await expect(response.text()).rejects.toThrow();
    expect(await Promise.all(server.requests.map(({ ended }) => ended))).toEqual(["cut", "cut"]);
    await expect(fetch(server.origin)).rejects.toThrow();
  });

  test("what stands still can be let go", async () => {
    const server = await start({ answers: () => ({ text: "long enough" }) });
    server.next({ does: "stall" });
    const response = await post(server, "openai", exampleBodies.openai, { stream: true });
    server.release();

    await expect(response.text()).rejects.toThrow();
    expect(await server.requests[0]?.ended).toBe("cut");
    expect((await post(server, "openai", exampleBodies.openai)).status).toBe(200);
  });

  test("a client that leaves is seen to have left", async () => {
    const server = await start({ answers: () => ({ text: "long enough" }) });
    server.next({ does: "stall" });
    const response = await post(server, "google", exampleBodies.google, { stream: true });
    await response.body?.cancel();

    expect(await server.requests[0]?.ended).toBe("left");
  });
});

const sdkWires = ["anthropic", "openai", "google", "compatible"] as const;
const answer = {
  reasoning: "Hm, hm.",
  text: "Words and more words.",
  calls: [...calls, { tool: "done", input: { summary: "so" } }],
};

describe.each(sdkWires)("through the real provider package: %s", (wire) => {
  const flavour = wire === "compatible" ? "vllm" : "openai";

  test("text, calls, reasoning and usage; what must be sent back is taken back", async () => {
    const server = await start({ flavour, answers: () => answer });
    const thinking = { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } };
    const heard = await hear(sdkModel(server, wire), { providerOptions: thinking });

    expect(heard).toMatchObject({ text: answer.text, finish: "tool-calls", errors: [] });
    expect(heard.reasoning).toBe(wire === "openai" ? "" : answer.reasoning);
    expect(heard.calls.map(({ tool, input }) => ({ tool, input }))).toEqual(answer.calls);
    expect(heard.usage).toMatchObject({
      inputTokens: server.requests[0]?.usage?.plain,
      outputTokens: server.requests[0]?.usage?.output,
    });

    const results = heard.reply.flatMap(resultsOf);
    const question = { role: "user" as const, content: "Look at a.ts." };
    const messages = [question, ...heard.reply, { role: "tool" as const, content: results }];
    await hear(sdkModel(server, wire), { providerOptions: thinking, messages });

    expect(server.problems).toEqual([]);
    expect(server.requests[1]?.asked?.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [{ text: "fine" }, { text: "fine" }],
    });
  });

  test("a tool by name, and one of any", async () => {
    const server = await start({ flavour, answers: () => answer });
    await hear(sdkModel(server, wire), { toolChoice: { type: "tool", toolName: "done" } });
    await hear(sdkModel(server, wire), { toolChoice: "required" });

    expect(server.requests.map(({ asked }) => asked?.toolChoice)).toEqual([{ tool: "done" }, "required"]);
  });

  test("a refused connection", async () => {
    const server = await start({ flavour });
    const model = sdkModel(server, wire);
    await server.shut();
    const { errors } = await hear(model);

    expect(errors).toMatchObject([{ isRetryable: true, cause: { code: "ECONNREFUSED" } }]);
  });

  test("what a provider asks to wait is in the headers of the error", async () => {
    const server = await start({ flavour });
    server.next(everyMisbehaviour["429, retry-after in seconds"]);
    server.next(everyMisbehaviour["429, retry-after-ms"]);

    expect((await hear(sdkModel(server, wire))).errors).toMatchObject([
      { responseHeaders: { "retry-after": "2" } },
    ]);
    expect((await hear(sdkModel(server, wire))).errors).toMatchObject([
      { responseHeaders: { "retry-after-ms": "1500" } },
    ]);
  });

  test("every misbehaviour looks as the table says", async () => {
    const server = await start({ flavour, answers: () => answer });
    const found: Record<string, string> = {};
    for (const name of names) found[name] = await seen(server, wire, name);

    const said = names.map((name) => [name, seenThroughSdk[name]] as const);
    expect(found).toEqual(
      Object.fromEntries(said.map(([name, is]) => [name, typeof is === "string" ? is : is[wire]])),
    );
    expect(server.problems).toEqual([]);
  });
});

test("through the real provider package: newer Claudes take thinking back only where it was thought", async () => {
  const server = await start({ answers: () => answer });
  const model = sdkModel(server, "anthropic", "claude-opus-5-5");
  const question = { role: "user" as const, content: "Look at a.ts." };
  const first = await hear(model);
  const after = (content: string) => [
    { role: "user" as const, content },
    ...first.reply,
    { role: "tool" as const, content: first.reply.flatMap(resultsOf) },
  ];
  const blockBinding = { prefixMismatchBehavior: "drop_block" };
  const dropping = { anthropic: { thinking: { type: "adaptive", blockBinding } } };

  expect(first).toMatchObject({ reasoning: "", finish: "tool-calls" });
  expect((await hear(model, { messages: after(question.content) })).errors).toEqual([]);
  expect(server.requests[1]?.asked?.messages[1]).toMatchObject({ reasoning: [{ text: "" }] });
  expect((await hear(model, { messages: after("Look at b.ts.") })).errors).toMatchObject([
    { statusCode: 400, message: expect.stringContaining("bound to a different conversation") },
  ]);
  const dropped = await hear(model, { messages: after("Look at b.ts."), providerOptions: dropping });
  expect(dropped.errors).toEqual([]);
});

test("a reply of one event is broken off as well", async () => {
  const server = await start({ answers: () => ({ calls }) });
  server.next(everyMisbehaviour["ends half-way"]);
  server.next(everyMisbehaviour["cut in the middle of an event"]);

  expect(inShort(await hear(sdkModel(server, "google")))).toBe("other, no reason");
  expect(inShort(await hear(sdkModel(server, "google")))).toBe("throws 200");
});

test("LM Studio: errors that are only a text, no tool by name", async () => {
  const server = await start({ flavour: "lmstudio", answers: () => answer });
  const choice = { type: "tool" as const, toolName: "done" };
  const { errors } = await hear(sdkModel(server, "compatible"), { toolChoice: choice });

  expect(errors).toMatchObject([
    { statusCode: 400, responseBody: expect.stringContaining("Invalid tool_choice type") },
  ]);
});

test("through the real provider package: what was cached is counted apart", async () => {
  const server = await start({ answers: () => ({ text: "ok" }) });
  const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };
  const rules = { role: "system" as const, content: "r".repeat(8000), providerOptions: mark };
  const ask = async (content: string) =>
    (await hear(sdkModel(server, "anthropic"), { messages: [rules, { role: "user", content }] })).usage
      ?.inputTokenDetails;

  const first = await ask("one");
  const second = await ask("two");
  expect(first?.cacheReadTokens).toBe(0);
  expect(first?.cacheWriteTokens).toBeGreaterThan(2000);
  expect(second).toEqual({ ...first, cacheReadTokens: first?.cacheWriteTokens, cacheWriteTokens: 0 });
  expect(server.requests[0]?.asked?.cacheMarks).toEqual(["system.0"]);
});

// Object.keys forgets what the keys of a constant are.
const names = Object.keys(everyMisbehaviour) as MisbehaviourName[];

function resultsOf({ content }: Heard["reply"][number]): readonly ToolResultPart[] {
  if (typeof content === "string") return [];
  return [...content].flatMap((part) => {
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName } = part;
    return [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value: "fine" } }];
  });
}

/** Where nothing more comes, the client leaves: once the request is there, or once the first word is. */
async function seen(server: ProviderServer, wire: SdkWire, name: MisbehaviourName): Promise<string> {
  const number = server.requests.length + 1;
  const leaving = new AbortController();
  server.next(everyMisbehaviour[name]);
  const heard = hear(sdkModel(server, wire), {
    signal: leaving.signal,
    watch: (part) => {
      if (name.startsWith("stands still") && part === "text-delta") leaving.abort();
    },
  });
  const request = await server.nth(number);
  if (name === "never begins" || name === "begins, then nothing") leaving.abort();
  const summary = inShort(await heard);
  await request.ended;
  return summary;
}
