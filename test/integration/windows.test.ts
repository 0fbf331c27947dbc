import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { askWindow } from "../../src/model/window/ask-window.ts";
import { findWindows } from "../../src/model/window/find-windows.ts";

type Pages = Readonly<Record<string, unknown>>;

/** A page that never comes. */
const never = Symbol("never");
const lmStudioModel = { id: "qwen3-8b", object: "model", type: "llm", max_context_length: 32_768 };
const list = (...data: readonly unknown[]) => ({ object: "list", data });

/** What real servers answer, by page. `*`: any other page, with status 200, as LM Studio does. */
const servers: readonly [who: string, pages: Pages, window: number | undefined][] = [
  [
    "llama.cpp",
    {
      "GET /v1/models": list({ id: "/models/tiny.gguf", meta: { n_ctx_train: 131_072, n_vocab: 32_000 } }),
      "GET /props": { default_generation_settings: { id: 0, n_ctx: 4_096 }, total_slots: 4, model_path: "x" },
    },
    4_096,
  ],
  [
    "llama.cpp, whose list says it",
    { "GET /v1/models": list({ id: "tiny", meta: { n_ctx_train: 131_072, n_ctx: 8_192 } }) },
    8_192,
  ],
  ["llama.cpp, long ago", { "GET /props": { n_ctx: 2_048 } }, 2_048],
  [
    "vLLM",
    { "GET /v1/models": list({ id: "qwen3-8b", max_model_len: 16_384, root: "Qwen/Qwen3-8B" }) },
    16_384,
  ],
  [
    "LM Studio",
    {
      "GET /v1/models": list({ id: "qwen3-8b", object: "model" }, { id: "other", object: "model" }),
      "GET /api/v0/models": list(
        { ...lmStudioModel, id: "other", state: "loaded", loaded_context_length: 999 },
        { ...lmStudioModel, state: "loaded", loaded_context_length: 6_144 },
      ),
      "*": { error: "Unexpected endpoint or method. (GET /props)" },
    },
    6_144,
  ],
  [
    "LM Studio, not loaded yet",
    { "GET /api/v0/models": list({ ...lmStudioModel, state: "not-loaded" }), "*": { error: "Unexpected" } },
    undefined,
  ],
  [
    "LM Studio 0.4",
    {
      "GET /api/v1/models": {
        models: [{ key: "qwen3-8b", loaded_instances: [{ id: "a", config: { context_length: 12_288 } }] }],
      },
      "*": { error: "Unexpected" },
    },
    12_288,
  ],
  [
    "Ollama, with the model in memory",
    {
      "GET /v1/models": list({ id: "qwen3-8b:latest" }, { id: "gemma:2b" }),
      "GET /api/ps": { models: [{ name: "qwen3-8b:latest", context_length: 4_096 }] },
      "POST /api/show": { parameters: "num_ctx 65536", model_info: { "qwen3.context_length": 40_960 } },
    },
    4_096,
  ],
  [
    "Ollama, with a Modelfile",
    {
      "GET /api/ps": { models: [{ name: "gemma:2b", context_length: 2_048 }] },
      "POST /api/show": {
        parameters: 'stop "<|im_end|>"\nnum_ctx                        65536',
        model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
      },
    },
    40_960,
  ],
  [
    "Ollama, which does not know yet",
    { "GET /api/ps": { models: [] }, "POST /api/show": { model_info: { "qwen3.context_length": 40_960 } } },
    undefined,
  ],
  ["TGI", { "GET /info": { model_id: "qwen3-8b", max_input_tokens: 3_072, max_total_tokens: 4_096 } }, 4_096],
  ["KoboldCpp", { "GET /api/extra/true_max_context_length": { value: 8_192 } }, 8_192],
  [
    "OpenRouter",
    {
      "GET /v1/models": {
        data: [{ id: "qwen3-8b", context_length: 131_072, top_provider: { context_length: 40_960 } }],
      },
    },
    40_960,
  ],
  ["Groq", { "GET /v1/models": list({ id: "qwen3-8b", context_window: 8_192, active: true }) }, 8_192],
  ["Mistral", { "GET /v1/models": list({ id: "qwen3-8b", max_context_length: 32_768 }) }, 32_768],
  ["OpenAI", { "GET /v1/models": list({ id: "qwen3-8b", owned_by: "openai" }, { id: "gpt" }) }, undefined],
  [
    "nonsense",
    { "GET /v1/models": list({ id: "qwen3-8b", max_model_len: "big", context_length: -1 }) },
    undefined,
  ],
  [
    "nulls",
    { "GET /v1/models": null, "GET /props": [], "GET /info": "x", "GET /api/ps": { models: {} } },
    undefined,
  ],
];

describe("10.25: the window is asked of every server that can say it", () => {
  test.each(servers)("%s", async (_, pages, window) => {
    const { baseUrl } = await serving(pages);
    expect(await asked(baseUrl)).toBe(window);
  });
});

describe("10.25: a server that does not say it does no harm", () => {
  test("nobody there", async () => {
    const { baseUrl, close } = await serving({});
    await close();
    expect(await asked(baseUrl)).toBeUndefined();
  });

  test("it answers with something else than JSON, and everywhere else with 404", async () => {
    const { baseUrl } = await serving({ "GET /props": Buffer.from("<html>") });
    expect(await asked(baseUrl)).toBeUndefined();
  });

  test("it never answers", async () => {
    const { baseUrl } = await serving({ "GET /v1/models": never });
    expect(await asked(baseUrl, { timeoutMs: 50 })).toBeUndefined();
  });

  test("it answers without end", async () => {
    const { baseUrl } = await serving({ "GET /v1/models": Buffer.alloc(9_000_000, " ") });
    expect(await asked(baseUrl)).toBeUndefined();
  });

  test("a stop ends it at once", async () => {
    const { baseUrl } = await serving({ "GET /v1/models": never });
    expect(await asked(baseUrl, { signal: AbortSignal.abort() })).toBeUndefined();
  });
});

test("10.25: what the person set comes first, then the server, then an earlier check", async () => {
  const { baseUrl, seen } = await serving({
    "GET /v1/models": list({ id: "a", max_model_len: 1_000 }, { id: "b" }),
  });
  const found = await findWindows(["mine/a", "mine/b", "mine/c", "yours/d", "nonsense", "mine/a"], {
    env: {},
    settings: { endpoints: { mine: { baseUrl, key: "secret" } } },
    set: { "mine/c": 5_000, "yours/*": 6_000 },
    remembered: (model) => (model === "mine/b" ? 7_000 : undefined),
    fetch,
    signal: new AbortController().signal,
  });
  expect(found).toEqual({ "mine/a": 1_000, "mine/b": 7_000, "mine/c": 5_000, "yours/d": 6_000 });
  expect(seen.every(({ key }) => key === "Bearer secret")).toBe(true);
  expect(seen.filter(({ path }) => path === "/v1/models")).toHaveLength(2);
});

function asked(baseUrl: string, asking: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const signal = asking.signal ?? new AbortController().signal;
  return askWindow({ name: "mine", wire: "compatible", baseUrl }, "qwen3-8b", { fetch, ...asking, signal });
}

/** A server on this machine that has exactly these pages. */
async function serving(pages: Pages) {
  const seen: { path: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? "", key: request.headers.authorization });
    const page = pages[`${request.method} ${request.url}`] ?? pages["*"];
    if (page === never) return;
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(Buffer.isBuffer(page) ? page : JSON.stringify(page ?? { error: "404 page not found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, seen, close };
}
