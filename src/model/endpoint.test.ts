import { describe, expect, test } from "vitest";
import { endpointOf, ollamaAddress, ollamaOrigin, splitModel } from "./endpoint.ts";
import { keysIn } from "./keys-in.ts";

const none = { env: {}, settings: {} };

test("a model's name is its provider's and its own, which may have slashes", () => {
  expect(splitModel("openrouter/anthropic/claude")).toEqual({
    provider: "openrouter",
    id: "anthropic/claude",
  });
  expect(["strong", "", "/x", "x/"].map(splitModel)).toEqual([undefined, undefined, undefined, undefined]);
});

describe("where a provider is", () => {
  test.each<[name: string, env: Record<string, string>, url: string]>([
    ["anthropic", {}, "https://api.anthropic.com/v1"],
    ["anthropic", { ANTHROPIC_BASE_URL: "http://proxy:8080/" }, "http://proxy:8080/v1"],
    ["anthropic", { ANTHROPIC_BASE_URL: "http://proxy:8080/v1" }, "http://proxy:8080/v1"],
    ["openai", {}, "https://api.openai.com/v1"],
    ["openai", { OPENAI_BASE_URL: "http://proxy/openai/v1/" }, "http://proxy/openai/v1"],
    ["google", {}, "https://generativelanguage.googleapis.com/v1beta"],
    ["google", { GOOGLE_GEMINI_BASE_URL: "http://proxy" }, "http://proxy/v1beta"],
    ["ollama", {}, "http://127.0.0.1:11434/v1"],
    ["ollama", { OLLAMA_HOST: "gpu.lan" }, "http://gpu.lan:11434/v1"],
    ["lmstudio", {}, "http://127.0.0.1:1234/v1"],
    ["vllm", { VLLM_BASE_URL: "http://10.0.0.5:8000" }, "http://10.0.0.5:8000/v1"],
  ])("%s with %j", (name, env, url) => {
    const keys = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" };
    expect(endpointOf(name, { env: { ...keys, ...env }, settings: {} })).toMatchObject({ baseUrl: url });
  });

  test("the environment comes before the settings", () => {
    const settings = { endpoints: { openai: { baseUrl: "http://mine/v1", key: "from-file" } } };
    const env = { OPENAI_BASE_URL: "http://env/v1", OPENAI_API_KEY: " from-env\n" };
    expect(endpointOf("openai", { env, settings })).toMatchObject({
      baseUrl: "http://env/v1",
      key: "from-env",
    });
    expect(endpointOf("openai", { env: {}, settings })).toMatchObject({
      baseUrl: "http://mine/v1",
      key: "from-file",
    });
  });

  test("an address that is none", () => {
    expect(endpointOf("ollama", { env: { OLLAMA_HOST: "http://" }, settings: {} })).toContain(
      "address of ollama",
    );
  });
});

describe("10.17: a user name or a password in an address is refused, and never shown", () => {
  const addresses = [
    "http://user:hunter2@host",
    "http://user:hunter2@host/v1",
    "https://hunter2@host:8080",
    "http://user:hunter2@",
    "user:hunter2@host",
    "  http://user:hunter2@host  ",
    "http:\\\\user:hunter2@host",
    "http://user:p@hunter2@host",
    "HTTP://user:hunter2@[::1]:9",
  ];
  test.each(addresses)("%s", (address) => {
    const keys = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" };
    const names = {
      anthropic: "ANTHROPIC_BASE_URL",
      openai: "OPENAI_BASE_URL",
      google: "GOOGLE_GEMINI_BASE_URL",
      ollama: "OLLAMA_HOST",
      lmstudio: "LMSTUDIO_BASE_URL",
      vllm: "VLLM_BASE_URL",
    };
    const told = Object.entries(names).map(([provider, name]) =>
      endpointOf(provider, { env: { ...keys, [name]: address }, settings: {} }),
    );
    const settings = { endpoints: { mine: { baseUrl: address } } };
    for (const text of [...told, endpointOf("mine", { env: {}, settings })]) {
      expect(text).toContain("holds a user name or a password");
      expect(text).not.toContain("hunter2");
    }
    expect(ollamaOrigin("ollama/x", { env: { OLLAMA_HOST: address }, settings: {} })).toBeUndefined();
  });

  test("an @ elsewhere in an address is not meant", () => {
    const settings = { endpoints: { mine: { baseUrl: "http://host/@me/v1" } } };
    expect(endpointOf("mine", { env: {}, settings })).toMatchObject({ baseUrl: "http://host/@me/v1" });
  });
});

test("10.17: all keys there are, of every provider, wherever they are set", () => {
  const settings = {
    keys: { openai: "from-keys" },
    endpoints: { "my-box": { baseUrl: "http://host", key: "of-endpoint" } },
  };
  const env = {
    GEMINI_API_KEY: " of-gemini\n",
    MY_BOX_API_KEY: "of-box",
    ANTHROPIC_AUTH_TOKEN: "token",
    PATH: "x",
  };
  const found = Object.fromEntries(keysIn({ env, settings }).map(({ name, value }) => [name, value]));
  expect(found).toEqual({
    GEMINI_API_KEY: "of-gemini",
    MY_BOX_API_KEY: "of-box",
    ANTHROPIC_AUTH_TOKEN: "token",
    "keys.openai": "from-keys",
    "endpoints.my-box.key": "of-endpoint",
  });
});

describe("keys", () => {
  test("a provider without one says which, and where", () => {
    expect(endpointOf("google", none)).toBe(
      'There is no key for google. Set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY in the environment, or "keys": { "google": … } in your own config.json.',
    );
  });

  test("from the settings, or from a token", () => {
    const settings = { keys: { anthropic: "k" } };
    expect(endpointOf("anthropic", { env: {}, settings })).toMatchObject({ key: "k" });
    const bearer = endpointOf("anthropic", { env: { ANTHROPIC_AUTH_TOKEN: "t" }, settings: {} });
    expect(bearer).toMatchObject({ bearer: "t" });
    expect(bearer).not.toHaveProperty("key");
  });

  test("none is needed on this machine", () => {
    expect(endpointOf("ollama", none)).not.toHaveProperty("key");
    const env = { OPENAI_BASE_URL: "http://localhost:8080/v1" };
    expect(endpointOf("openai", { env, settings: {} })).toMatchObject({ name: "openai" });
  });
});

test("a provider of one's own speaks OpenAI's protocol, and has its key by its name", () => {
  const settings = { endpoints: { "open-router": { baseUrl: "https://openrouter.ai/api/v1" } } };
  expect(endpointOf("open-router", { env: { OPEN_ROUTER_API_KEY: "k" }, settings })).toMatchObject({
    wire: "compatible",
    key: "k",
    toolChoice: "words",
    replayReasoning: true,
    streamUsage: true,
  });
  expect(endpointOf("acme", { env: {}, settings })).toContain(
    "There are: anthropic, openai, google, ollama, lmstudio, vllm, llamacpp, open-router.",
  );
});

test("limits are few for what runs here, and a person's own come first", () => {
  expect(endpointOf("ollama", none)).toMatchObject({ limits: { concurrency: 1 } });
  const settings = { limits: { ollama: { concurrency: 5, idleSeconds: 7, tokensPerMinute: 10 } } };
  expect(endpointOf("ollama", { env: {}, settings })).toMatchObject({
    limits: { concurrency: 5, idleMs: 7000, tokensPerMinute: 10 },
  });
});

test.each([
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:5000", "http://127.0.0.1:5000"],
  [":5000", "http://127.0.0.1:5000"],
  ["[::]", "http://127.0.0.1:11434"],
  ["gpu.lan:80", "http://gpu.lan:80"],
  ["http://gpu.lan", "http://gpu.lan"],
  ["https://gpu.lan/ollama", "https://gpu.lan/ollama"],
])("OLLAMA_HOST=%s is %s", (host, url) => {
  expect(ollamaAddress(host)).toBe(url);
});

test("Ollama's own interface stands beside the one it shares with others", () => {
  const at = { env: { OLLAMA_HOST: "gpu.lan" }, settings: {} };
  expect(ollamaOrigin("ollama/qwen3:8b", at)).toBe("http://gpu.lan:11434");
  expect(ollamaOrigin("vllm/qwen3", at)).toBeUndefined();
});

describe("10.26: what runs on a machine of one's own is asked one at a time, unless told otherwise", () => {
  const at = (name: string, baseUrl: string, own = {}) =>
    endpointOf(name, {
      env: { OPENAI_API_KEY: "k" },
      settings: { endpoints: { [name]: { baseUrl } }, limits: { [name]: own } },
    });

  test.each([
    ["ollama", "http://127.0.0.1:11434", 1],
    ["ollama", "http://gpu.example:11434", 1],
    ["lmstudio", "http://127.0.0.1:1234", 1],
    ["llamacpp", "http://localhost:8080/v1", 1],
    ["llamacpp", "http://my.localhost:8080/v1", 1],
    ["mine", "http://[::1]:8080/v1", 1],
    ["mine", "http://[::ffff:127.0.0.1]:8080/v1", 1],
    ["mine", "http://127.8.9.10:8080/v1", 1],
    ["mine", "http://0.0.0.0:8080/v1", 1],
    ["openai", "http://127.0.0.1:4000", 1],
    ["mine", "https://127.example.com/v1", 8],
    ["mine", "https://localhost.example.com/v1", 8],
    ["mine", "http://10.0.0.2:8080/v1", 8],
    ["openai", "https://api.openai.com/v1", 8],
  ])("%s at %s: %d", (name, baseUrl, concurrency) => {
    expect(at(name, baseUrl)).toMatchObject({ limits: { concurrency } });
    expect(at(name, baseUrl, { concurrency: 4 })).toMatchObject({ limits: { concurrency: 4 } });
  });
});
