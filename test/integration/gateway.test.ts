import { describe, expect, test } from "vitest";
import type { Message } from "../../src/core/ports/request.ts";
import { ask, gatewayTo, readFileTool, replied, requestTo, wires } from "../support/gateway-stage.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import type { ProviderServer } from "../support/provider-server/provider-server.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

describe.each(wires)("%s", (wire) => {
  const flavour = wire === "compatible" ? "vllm" : "openai";

  test("words are told as they come, and once at the end", async () => {
    await using server = await startProviderServer({ flavour });
    server.reply({ text: "I would split the text first." });
    const { reply, signals } = await ask(gatewayTo(server), requestTo(wire));
    expect(reply).toMatchObject({
      kind: "replied",
      text: "I would split the text first.",
      calls: [],
      finish: "stop",
      usage: { input: expect.any(Number), output: expect.any(Number) },
    });
    expect(reply).not.toHaveProperty("opaque");
    const types = signals.map(({ type }) => type);
    expect(types[0]).toBe("ask.began");
    expect(types.at(-1)).toBe("ask.ended");
    expect(types.filter((type) => type === "text.delta").length).toBeGreaterThan(3);
    const words = signals.map((told) => (told.type === "text.delta" ? told.text : "")).join("");
    expect(words).toBe("I would split the text first.");
    expect(signals[1]).toMatchObject({ thread: "turn/refinement.1/1", ask: 1, seat: "ada" });
    server.assertSpent();
  });

  test("a request says all that ours does, and nothing more", async () => {
    await using server = await startProviderServer({ flavour });
    server.reply({ text: "Yes." });
    await ask(gatewayTo(server), requestTo(wire));
    const { body } = only(server);
    expect(asked(server)).toMatchObject({
      stream: true,
      system: "You are an engineer.",
      tools: [{ name: "read_file", description: "Show a file." }],
      toolChoice: "auto",
      maxTokens: 1000,
      thinks: false,
    });
    expect(JSON.stringify(asked(server).messages)).toContain("It is your turn.");
    expect(JSON.stringify(body)).not.toMatch(/temperature|top_p|topP|eager_input_streaming|\$schema|"store"/);
    expect(only(server).headers).not.toHaveProperty("anthropic-beta");
    server.assertSpent();
  });

  test("nobody's 64,000: what may come back has a limit although nobody set one", async () => {
    await using server = await startProviderServer({ flavour });
    server.reply({ text: "Yes." });
    const { maxOutput: _, ...request } = requestTo(wire);
    await ask(gatewayTo(server), request);
    expect(asked(server).maxTokens).toBe(8192);
  });

  test("calls, their results and what follows; the ids are ours", async () => {
    await using server = await startProviderServer({ flavour });
    const gateway = gatewayTo(server);
    server.reply({
      text: "Two files.",
      calls: [
        { tool: "read_file", input: { path: "a.ts" } },
        { tool: "no_such_tool", input: { x: 1 } },
      ],
    });
    const first = await ask(gateway, requestTo(wire));
    expect(first.reply).toMatchObject({
      finish: "tools",
      calls: [
        { tool: "read_file", input: { path: "a.ts" } },
        { tool: "no_such_tool", input: { x: 1 } },
      ],
    });
    expect(first.signals.flatMap((told) => (told.type === "call.began" ? told.tool : []))).toEqual([
      "read_file",
      "no_such_tool",
    ]);
    // How much of the arguments has arrived, for those who watch a slow model.
    const arrived = first.signals.flatMap((told) => (told.type === "call.delta" ? told.length : []));
    if (wire !== "google") expect(arrived.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(10);
    server.reply({ text: "Done." });
    const { reply } = await ask(
      gateway,
      requestTo(wire, { messages: afterCalls(replied(first.reply).opaque) }),
    );
    expect(reply).toMatchObject({ text: "Done.", finish: "stop" });
    const sent = asked(server, 1).messages;
    expect(sent).toMatchObject([
      { role: "user" },
      { role: "assistant", calls: [{ tool: "read_file" }, { tool: "no_such_tool" }] },
      {
        role: "tool",
        results: [{ text: "1 export", failed: false }, { text: expect.stringContaining("no tool") }],
      },
      { role: "user" },
    ]);
    const calls = sent.flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const results = sent.flatMap((message) => (message.role === "tool" ? message.results : []));
    expect(calls.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
    if (wire !== "google") expect(calls[0]?.id).toMatch(/c63.2$/);
    server.assertSpent();
  });

  test.each([["{broken"], [["an array"]], [null], ["text"]])(
    "a call with input %j is taken back",
    async (input) => {
      await using server = await startProviderServer({ flavour });
      server.reply({ text: "Sorry." });
      const messages: Message[] = [
        { role: "user", blocks: ["Go."] },
        { role: "assistant", text: "", calls: [{ id: "c1_1", tool: "odd name!", input }] },
        { role: "tool", results: [{ id: "c1_1", text: "The input is no object.", failed: true }] },
      ];
      const { reply } = await ask(gatewayTo(server), requestTo(wire, { messages }));
      expect(reply).toMatchObject({ text: "Sorry." });
      expect(asked(server).messages[1]).toMatchObject({ calls: [{ tool: "odd_name_", input: {} }] });
      server.assertSpent();
    },
  );

  test("the last ask demands its tool", async () => {
    await using server = await startProviderServer({ flavour });
    server.reply({ calls: [{ tool: "read_file", input: { path: "a.ts" } }] });
    await ask(gatewayTo(server), requestTo(wire, { demand: "read_file" }));
    expect(asked(server).toolChoice).toEqual({ tool: "read_file" });
    server.reply({ text: "What?" });
    await ask(gatewayTo(server), requestTo(wire, { demand: "a tool nobody offers" }));
    expect(asked(server, 1).toolChoice).toBe("auto");
    server.assertSpent();
  });

  test("without tools none are spoken of", async () => {
    await using server = await startProviderServer({ flavour });
    server.reply({ text: "I talk." });
    await ask(gatewayTo(server), requestTo(wire, { tools: [], demand: "read_file" }));
    expect(only(server).body).not.toHaveProperty("tools");
    expect(only(server).body).not.toHaveProperty("tool_choice");
    server.assertSpent();
  });

  test("stopped in the middle of a word", async () => {
    await using server = await startProviderServer({ flavour });
    server.next({ does: "stall" });
    server.reply({ text: "I would begin with the parser, because everything hangs on it." });
    const stop = new AbortController();
    const by = { thread: "t", ask: 1, seat: "ada" };
    const reply = gatewayTo(server).reply(
      requestTo(wire),
      by,
      (told) => {
        if (told.type === "text.delta") stop.abort(new Error("the person said so"));
      },
      stop.signal,
    );
    expect(await reply).toEqual({ kind: "failed", failure: "stopped", text: "Stopped." });
    expect(await only(server).ended).toBe("left");
  });

  test("stopped before it began: nothing is sent", async () => {
    await using server = await startProviderServer({ flavour });
    const { reply, signals } = await ask(gatewayTo(server), requestTo(wire), AbortSignal.abort());
    expect(reply).toMatchObject({ failure: "stopped", unspent: true });
    expect(signals).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test("sixteen at once do not mix", async () => {
    await using server = await startProviderServer({
      flavour,
      answers: ({ system }) => ({ text: `I am ${system}.` }),
    });
    const gateway = gatewayTo(server, { concurrency: 16 });
    const names = Array.from({ length: 16 }, (_, at) => `member ${at}`);
    const all = await Promise.all(names.map((system) => ask(gateway, requestTo(wire, { system }))));
    expect(all.map(({ reply }) => reply.text)).toEqual(names.map((name) => `I am ${name}.`));
  });
});

describe("what a model thought", () => {
  const thinking = {
    text: "Let me look.",
    reasoning: "Which file first?",
    calls: [{ tool: "read_file", input: {} }],
  };

  test("Anthropic: comes back with its signature, in its place", async () => {
    await using server = await startProviderServer();
    const { opaque, signals } = await thoughtAndAnswered(server, "anthropic", thinking);
    expect(signals).toContainEqual(expect.objectContaining({ type: "reasoning.delta" }));
    expect(opaque).toMatchObject({ model: "anthropic/claude-sonnet-4-5" });
    expect(only(server, 1).body).toMatchObject({
      messages: [
        {},
        {
          content: [
            { type: "thinking", thinking: "Which file first?", signature: expect.any(String) },
            { type: "text", text: "Let me look." },
            { type: "tool_use", id: "c63_1" },
          ],
        },
        {},
      ],
    });
    server.assertSpent();
  });

  test("servers that show it get it back as they gave it", async () => {
    await using server = await startProviderServer({ flavour: "vllm" });
    await thoughtAndAnswered(server, "compatible", thinking);
    expect(JSON.stringify(only(server, 1).body)).toContain('"reasoning_content":"Which file first?"');
    server.assertSpent();
  });

  test("Google: a call comes back with the signature that it must have", async () => {
    await using server = await startProviderServer();
    const gateway = gatewayTo(server);
    const model = "google/gemini-3.1-pro-preview";
    server.reply(thinking);
    const { reply } = await ask(gateway, { ...requestTo("google"), model });
    const { opaque } = replied(reply);
    expect(JSON.stringify(opaque)).toContain("thoughtSignature");
    server.reply({ text: "There." });
    await ask(gateway, { ...requestTo("google", { messages: afterOneCall(opaque) }), model });
    const signature = /"thoughtSignature":"([^"]+)"/.exec(JSON.stringify(only(server, 1).body))?.[1];
    expect(signature).toMatch(/^Es/);
    server.assertSpent();
  });

  test("another model does not get it", async () => {
    await using server = await startProviderServer();
    const { opaque } = await thoughtAndAnswered(server, "anthropic", thinking);
    server.reply({ text: "Hm." });
    await ask(gatewayTo(server), {
      ...requestTo("anthropic", { messages: afterOneCall(opaque) }),
      model: "anthropic/claude-opus-4-5",
    });
    expect(JSON.stringify(only(server, 2).body)).not.toContain("thinking");
    server.assertSpent();
  });

  test("a model that always thinks is not forced, and may lose a thought rather than the request", async () => {
    await using server = await startProviderServer({ answers: () => ({ text: "Hm." }) });
    const opaque = {
      model: "anthropic/claude-opus-5-5",
      parts: [{ kind: "reasoning", text: "", options: { anthropic: { signature: "s" } } }, { kind: "call" }],
    };
    await ask(gatewayTo(server), {
      ...requestTo("anthropic", { messages: afterOneCall(opaque), demand: "read_file" }),
      model: "anthropic/claude-opus-5-5",
    });
    const { body, headers } = only(server);
    expect(body).toMatchObject({
      tool_choice: { type: "auto" },
      thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } },
      messages: [{}, { content: [{ type: "thinking", thinking: "", signature: "s" }, {}, {}] }, {}],
    });
    expect(headers["anthropic-beta"]).toBe("thinking-binding-controls-2026-08-01");
  });

  async function thoughtAndAnswered(
    server: ProviderServer,
    wire: "anthropic" | "compatible",
    answer: { readonly text: string },
  ) {
    const gateway = gatewayTo(server);
    server.reply(answer);
    const { reply, signals } = await ask(gateway, requestTo(wire));
    const { opaque } = replied(reply);
    // As it would be after a day in the log.
    const kept: unknown = JSON.parse(JSON.stringify(opaque));
    server.reply({ text: "There." });
    const next = await ask(gateway, requestTo(wire, { messages: afterOneCall(kept) }));
    expect(next.reply).toMatchObject({ text: "There." });
    return { opaque, signals };
  }
});

describe("what a provider keeps", () => {
  const long = (name: string) => `${name} ${"words and more of them ".repeat(300)}`;

  test("Anthropic: the charter and the transcript are marked, and read again", async () => {
    await using server = await startProviderServer({ answers: () => ({ text: "Yes." }) });
    const gateway = gatewayTo(server);
    const blocks = [long("kickoff"), long("ada"), long("bo")];
    const first = await ask(
      gateway,
      requestTo("anthropic", {
        system: long("rules"),
        messages: [user(...blocks, "Ada.")],
        suffix: { message: 0, block: 3 },
      }),
    );
    expect(asked(server).cacheMarks).toEqual(["system.0", "messages.0.content.2"]);
    const { usage: written } = replied(first.reply);
    expect(written?.cacheWrite).toBeGreaterThan(1000);
    expect(written?.cacheRead).toBe(0);

    const more = [...blocks, long("cy")];
    const second = await ask(
      gateway,
      requestTo("anthropic", {
        system: long("rules"),
        messages: [user(...more, "Bo.")],
        suffix: { message: 0, block: 4 },
      }),
    );
    const { usage: read } = replied(second.reply);
    expect(read?.cacheRead).toBeGreaterThan(4000);
    expect(read?.cacheWrite).toBeGreaterThan(1000);
    expect(read?.input).toBeGreaterThan((read?.cacheRead ?? 0) + (read?.cacheWrite ?? 0) - 1);
  });

  test("a reply with many calls does not lose what was kept before it", async () => {
    await using server = await startProviderServer({ answers: () => ({ text: "Yes." }) });
    const gateway = gatewayTo(server);
    const opening = user(long("kickoff"), "Ada.");
    const suffix = { message: 0, block: 1 };
    await ask(gateway, requestTo("anthropic", { messages: [opening], suffix }));
    const ids = Array.from({ length: 20 }, (_, at) => `c5_${at}`);
    const messages: Message[] = [
      opening,
      {
        role: "assistant",
        text: "All of them.",
        calls: ids.map((id) => ({ id, tool: "read_file", input: {} })),
      },
      { role: "tool", results: ids.map((id) => ({ id, text: long(id), failed: false })) },
    ];
    const { reply } = await ask(gateway, requestTo("anthropic", { messages, suffix }));
    expect(asked(server, 1).cacheMarks).toEqual([
      "system.0",
      "messages.0.content.0",
      "messages.0.content.1",
      "messages.2.content.19",
    ]);
    expect(replied(reply).usage?.cacheRead).toBeGreaterThan(1000);
  });

  test.each(["openai", "google", "compatible"] as const)("%s keeps by itself, unmarked", async (wire) => {
    await using server = await startProviderServer({ answers: () => ({ text: "Yes." }) });
    const gateway = gatewayTo(server);
    const messages = [user(long("kickoff"), long("ada"), "Ada.")];
    await ask(gateway, requestTo(wire, { system: long("rules"), messages }));
    const { reply } = await ask(gateway, requestTo(wire, { system: long("rules"), messages }));
    expect(JSON.stringify(only(server, 1).body)).not.toContain("cache_control");
    expect(replied(reply).usage?.cacheRead).toBeGreaterThan(1000);
  });
});

describe("one door for all", () => {
  test("no more at once than are allowed; the others are told that they wait", async () => {
    let inside = 0;
    let most = 0;
    await using server = await startProviderServer({
      answers: async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 20));
        inside -= 1;
        return { text: "Yes." };
      },
    });
    const gateway = gatewayTo(server, { concurrency: 2 });
    const all = await Promise.all(
      wires.slice(0, 1).flatMap((wire) => Array.from({ length: 6 }, () => ask(gateway, requestTo(wire)))),
    );
    expect(most).toBe(2);
    expect(all.filter(({ signals }) => signals[0]?.type === "model.waiting").length).toBe(4);
    expect(all.every(({ reply }) => reply.kind === "replied")).toBe(true);
  });

  test("what one was asked to wait holds for the next, who does not even ask", async () => {
    await using server = await startProviderServer();
    const gateway = gatewayTo(server);
    server.next({ does: "status", status: 429, retryAfter: { seconds: 120 } });
    server.reply({ text: "Never." });
    await ask(gateway, requestTo("openai"));
    const { reply } = await ask(gateway, requestTo("openai"));
    expect(reply).toMatchObject({ failure: "rate", unspent: true, text: "openai asked Huddle to wait." });
    expect(reply).toHaveProperty("retryAfterMs", expect.closeTo(120_000, -4));
    expect(server.requests.length).toBe(1);
  });

  test("a dead provider is left alone after five failures; others are not", async () => {
    await using server = await startProviderServer({ answers: () => ({ text: "Yes." }) });
    const gateway = gatewayTo(server);
    await server.shut();
    for (let time = 0; time < 5; time++)
      expect((await ask(gateway, requestTo("openai"))).reply).toMatchObject({ failure: "unreachable" });
    await server.open();
    const stop = new AbortController();
    const by = { thread: "t", ask: 1, seat: "ada" };
    const waiting = new Promise((resolve) => {
      void gateway.reply(requestTo("openai"), by, resolve, stop.signal);
    });
    expect(await waiting).toMatchObject({
      type: "model.waiting",
      why: "openai did not answer several times",
      until: expect.stringMatching(/^\d{4}-/),
    });
    stop.abort();
    expect((await ask(gateway, requestTo("anthropic"))).reply).toMatchObject({ text: "Yes." });
  });
});

describe("which providers there are", () => {
  test("open models whose template insists on turns", async () => {
    await using server = await startProviderServer({
      flavour: "vllm",
      models: [{ name: "qwen3-coder", alternates: true }],
      answers: () => ({ text: "Yes." }),
    });
    const messages = [user("a"), user("b"), user("c")];
    const { reply } = await ask(gatewayTo(server), requestTo("compatible", { messages }));
    expect(reply).toMatchObject({ text: "Yes." });
  });

  test("Ollama, where its variable says, without a forced tool", async () => {
    await using server = await startProviderServer({ flavour: "ollama", answers: () => ({ text: "Yes." }) });
    const request = { ...requestTo("compatible", { demand: "read_file" }), model: "ollama/qwen3:8b" };
    expect((await ask(gatewayTo(server), request)).reply).toMatchObject({ text: "Yes." });
    expect(only(server).path).toBe("/v1/chat/completions");
    expect(only(server).headers).not.toHaveProperty("authorization");
    expect(only(server).body).toMatchObject({ model: "qwen3:8b", tool_choice: "auto" });
  });

  test.each([
    ["acme/x", 'There is no provider called "acme"'],
    ["strong", `"strong" is not a model's name`],
  ])("%s is refused without a request", async (model, why) => {
    await using server = await startProviderServer();
    const gateway = gatewayTo(server);
    const { reply } = await ask(gateway, { ...requestTo("openai"), model });
    expect(reply).toMatchObject({ failure: "refused", unspent: true, text: expect.stringContaining(why) });
    expect(() => gateway.assertUsable(["openai/gpt-5", model])).toThrow(why);
  });

  test("what is missing is told before anything is asked", async () => {
    await using server = await startProviderServer();
    const gateway = gatewayTo(server, {}, { env: {} });
    expect(() => gateway.assertUsable(["anthropic/a", "anthropic/b", "ollama/c"])).toThrow(
      expect.objectContaining({
        code: "model.missing",
        message: expect.stringMatching(/^There is no key for anthropic\. Set ANTHROPIC_API_KEY[^\n]*$/),
      }),
    );
    expect(() => gateway.assertUsable(["ollama/c"])).not.toThrow();
  });
});

function only(server: ProviderServer, at = 0) {
  const request = server.requests[at];
  if (!request) throw new Error(`there was no request ${at}`);
  return request;
}

function asked(server: ProviderServer, at = 0): Asked {
  const { asked, problem } = only(server, at);
  if (!asked) throw new Error(problem ?? "nothing was asked");
  return asked;
}

function user(...blocks: readonly string[]): Message {
  return { role: "user", blocks };
}

function afterCalls(opaque: unknown): readonly Message[] {
  return [
    user("Go."),
    {
      role: "assistant",
      text: "Two files.",
      calls: [
        { id: "c63_2", tool: "read_file", input: { path: "a.ts" } },
        { id: "c63_3", tool: "no_such_tool", input: { x: 1 } },
      ],
      opaque,
    },
    {
      role: "tool",
      results: [
        { id: "c63_2", text: "1 export", failed: false },
        { id: "c63_3", text: `There is no tool of that name. There is: ${readFileTool.name}`, failed: true },
      ],
    },
    user("This is your last request here."),
  ];
}

function afterOneCall(opaque: unknown): readonly Message[] {
  return [
    user("Go."),
    {
      role: "assistant",
      text: "Let me look.",
      calls: [{ id: "c63_1", tool: "read_file", input: { path: "a.ts" } }],
      opaque,
    },
    { role: "tool", results: [{ id: "c63_1", text: "1 export", failed: false }] },
  ];
}
