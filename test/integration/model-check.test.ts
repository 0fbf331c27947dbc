import { describe, expect, test } from "vitest";
import { checkCases } from "../../src/model/check/check-cases.ts";
import { type CheckOptions, checkModel } from "../../src/model/check/check-model.ts";
import { gatewayTo } from "../support/gateway-stage.ts";
import { realClock } from "../support/plain.ts";
import type { Answer } from "../support/provider-server/answer.ts";
import { type Asked, textOf } from "../support/provider-server/asked.ts";
import type { ProviderServer } from "../support/provider-server/provider-server.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const plan = (...tasks: readonly [id: string, requirement: string, ...dependsOn: string[]][]) => ({
  tasks: tasks.map(([id, requirement, ...dependsOn]) => ({
    id,
    title: id,
    requirements: [requirement],
    done: [{ when: "its test passes", check: "npm test" }],
    dependsOn,
  })),
});
const call = (tool: string, input: unknown): Answer => ({ calls: [{ tool, input }] });

/** What a model says that can do it all, by the name of the case. */
const perfect: Readonly<Record<string, Answer>> = {
  answers: { text: "Ready." },
  "keeps to its rules": { text: "[kim] Yes, to cents." },
  "hears the others": { text: "Ada." },
  "calls a tool as its schema says": call("record_note", { title: "tea", count: 3 }),
  "chooses among tools": call("read_file", { path: "src/app.ts" }),
  "uses what a tool said": call("finish", { summary: "4 lines" }),
  "tries again when a tool refuses": call("read_file", { path: "src/app.ts" }),
  "ends when it must": call("finish", { summary: "with node" }),
  "makes several calls in one reply": {
    calls: ["a.txt", "b.txt", "c.txt"].map((path) => ({ tool: "read_file", input: { path } })),
  },
  "fills a deep schema": call("submit_plan", plan(["t1", "r1"], ["t2", "r2", "t1"])),
  "keeps ids straight in a plan": call("submit_plan", plan(["t1", "r1"], ["t2", "r2", "t1"])),
  "edits exactly": call("edit_file", { path: "src/total.js", old: "let sum = 0;", new: "let sum = 100;" }),
  "writes what it means": call("write_file", {
    path: "src/odd.js",
    content: 'const quote = "say \\"hi\\"";\nconst path = "C:\\\\temp";\n\tconst rate = `9%`;\n',
  }),
};

describe("a model that can do it all", () => {
  test.each(["anthropic/claude-sonnet-4-5", "openai/gpt-4.1", "google/gemini-2.5-flash"])(
    "%s",
    async (model) => {
      await using server = await startProviderServer();
      for (const { name } of checkCases) server.reply(perfect[name] ?? { text: "?" });
      const seen: string[] = [];
      const check = await checkModel(model, { ...options(server), onCase: ({ name }) => seen.push(name) });
      expect(check.cases.filter(({ passed }) => !passed)).toEqual([]);
      expect(check).toMatchObject({
        model,
        can: { talk: true, tools: true, plan: true, build: true },
        usage: { input: expect.any(Number), output: expect.any(Number) },
      });
      expect(seen).toEqual(Object.keys(perfect));
      server.assertSpent();
    },
  );
});

describe("every case can be failed", () => {
  test.each(Object.keys(perfect).slice(1))("%s", async (failing) => {
    await using server = await startProviderServer();
    for (const { name } of checkCases)
      server.reply(name === failing ? { text: "I would rather talk about bo." } : (perfect[name] ?? {}));
    const check = await checkModel("openai/gpt-4.1", options(server));
    const failed = check.cases.filter(({ passed }) => !passed);
    expect(failed).toMatchObject([{ name: failing, why: expect.any(String) }]);
    const [one] = failed;
    if (one) expect(check.can[one.ability]).toBe(one.optional);
  });
});

test.each<[what: string, answer: Answer, why: string]>([
  ["another tool", call("finish", { summary: "x" }), "it called finish"],
  ["arguments that do not fit", call("read_file", { file: "src/app.ts" }), "do not fit: path"],
  ["arguments that are no JSON", { calls: [{ tool: "read_file", raw: "{oops" }] }, "do not fit"],
  ["silence", {}, "it said nothing"],
  ["a cut reply", { text: "Well", finish: "length" }, "cut off"],
])("%s is told apart", async (_, answer, why) => {
  await using server = await startProviderServer();
  for (const { name } of checkCases)
    server.reply(name === "chooses among tools" ? answer : (perfect[name] ?? {}));
  const { cases } = await checkModel("openai/gpt-4.1", options(server));
  expect(cases.find(({ name }) => name === "chooses among tools")?.why).toContain(why);
});

test("a model without tools may talk", async () => {
  await using server = await startProviderServer({
    flavour: "ollama",
    models: [{ name: "gemma", tools: false, window: 2048 }],
    answers: (asked) => (textOf(asked).includes("password") ? { text: "no" } : spoken(asked)),
  });
  const check = await checkModel("ollama/gemma", { ...options(server), ollama: access(server) });
  expect(check.can).toEqual({ talk: true, tools: false, plan: false, build: false });
  expect(check.cases.find(({ ability }) => ability === "tools")?.why).toContain("does not support tools");
});

test("10.24: a server that dies in the middle is no verdict on its model", async () => {
  await using server = await startProviderServer({
    answers: (asked) => {
      if (server.requests.length === 5) void server.shut();
      return spoken(asked);
    },
  });
  const check = await checkModel("openai/gpt-4.1", options(server));
  expect(check.unfinished?.failure).toMatch(/unreachable|cut/);
  expect(check.unfinished?.advice).toContain("tart");
  expect(check.can).toEqual({ talk: false, tools: false, plan: false, build: false });
});

test("nobody there: nothing else is tried", async () => {
  await using server = await startProviderServer();
  const checking = options(server);
  await server.shut();
  expect(await checkModel("openai/gpt-4.1", checking)).toMatchObject({
    unfinished: { failure: "unreachable", text: expect.stringContaining("Nothing answers") },
    cases: [],
    can: { talk: false, tools: false, plan: false, build: false },
  });
});

describe("the context that Ollama really gives", () => {
  test.each([
    [8_192, { proven: 8_192, forgotten: 16_384, loaded: 8_192, trained: 131_072, enough: false }],
    [4_096, { proven: 4_096, forgotten: 8_192, loaded: 4_096, trained: 131_072, enough: false }],
    [65_536, { proven: 32_768, loaded: 65_536, trained: 131_072, enough: true, advice: "" }],
  ])("%i", async (numCtx, found) => {
    await using server = await ollama({ name: "qwen3:8b", window: 131_072, numCtx });
    const { context } = await checkModel("ollama/qwen3:8b", { ...options(server), ollama: access(server) });
    expect(context).toMatchObject(found);
    if (!context?.enough) {
      expect(context?.advice).toContain("OLLAMA_CONTEXT_LENGTH=32768 ollama serve");
      expect(context?.advice).toContain("ollama create qwen3-8b-long");
    }
  });

  test("a model that was made for less cannot be helped", async () => {
    await using server = await ollama({ name: "tiny", window: 8_192, numCtx: 8_192 });
    const { context } = await checkModel("ollama/tiny", { ...options(server), ollama: access(server) });
    expect(context).toMatchObject({ trained: 8_192, proven: 8_192, enough: false });
    expect(context?.advice).toContain("at most 8192 tokens");
  });

  function ollama(model: { name: string; window: number; numCtx: number }) {
    return startProviderServer({
      flavour: "ollama",
      models: [model],
      answers: (asked) => {
        const text = textOf(asked);
        if (!text.includes("What is the password?")) return spoken(asked);
        return { text: /The password is (\w+)/.exec(text)?.[1] ?? "I do not know." };
      },
    });
  }
});

/** The perfect answer to a case, found by what is asked. */
function spoken(asked: Asked): Answer {
  const text = textOf(asked);
  const found = checkCases.find(({ request }) => text.includes(lastWords(request.messages)));
  return perfect[found?.name ?? ""] ?? { text: "?" };
}

function lastWords(messages: (typeof checkCases)[number]["request"]["messages"]): string {
  const last = messages.at(-1);
  return last?.role === "user"
    ? (last.blocks[0] ?? "")
    : last?.role === "tool"
      ? (last.results[0]?.text ?? "")
      : "";
}

function options(server: ProviderServer): CheckOptions {
  return { gateway: gatewayTo(server), clock: realClock, signal: new AbortController().signal };
}

function access(server: ProviderServer) {
  return { origin: server.origin, fetch, random: () => 0.5, signal: new AbortController().signal };
}
