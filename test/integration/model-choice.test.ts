import { expect, test } from "vitest";
import type { ProviderOffer } from "../../src/core/views/choice/model-offers.ts";
import { deskHere } from "../support/huddle-here.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const answers = () => ({ text: "never asked" });

test("offered are the priced models of each key, and what servers on this machine have; nothing is asked of a model", async () => {
  await using ollama = await startProviderServer({
    answers,
    flavour: "ollama",
    models: [{ name: "qwen3-coder:30b" }, { name: "gemma3:latest" }],
  });
  await using vllm = await startProviderServer({
    answers,
    flavour: "vllm",
    keys: ["sk-of-this-test-only"],
    models: [{ name: "mistral", window: 16_384 }],
  });
  const at = await deskHere();
  const env = {
    OPENAI_API_KEY: "sk-of-this-test-only",
    OLLAMA_HOST: ollama.origin,
    VLLM_BASE_URL: vllm.origin,
    VLLM_API_KEY: "sk-of-this-test-only",
    LMSTUDIO_BASE_URL: "http://127.0.0.1:9",
    LLAMACPP_BASE_URL: "http://127.0.0.1:9",
  };
  const { offers } = (await at.json(["model", "list"], { env })) as unknown as { offers: ProviderOffer[] };
  expect(offers.map(({ provider, at: place }) => [provider, place])).toEqual([
    ["openai", { kind: "key" }],
    ["ollama", { kind: "address", url: `${ollama.origin}/v1` }],
    ["vllm", { kind: "address", url: `${vllm.origin}/v1` }],
  ]);
  const all = offers.flatMap(({ models }) => models);
  expect(all).toContainEqual({
    model: "openai/gpt-5.1",
    price: expect.objectContaining({ input: 1.25, output: 10 }),
    window: 400_000,
  });
  expect(all).toContainEqual({
    model: "ollama/qwen3-coder:30b",
    price: expect.objectContaining({ input: 0 }),
  });
  expect(all).toContainEqual({ model: "vllm/mistral", window: 16_384 });
  expect((await at.huddle(["model"], { env })).stdout).toMatch(
    /^ +\d+ {2}vllm\/mistral +price unknown +16,384 tokens$/m,
  );
  expect([...ollama.requests, ...vllm.requests].filter(({ asked }) => asked !== undefined)).toEqual([]);
});

test("with neither a key nor a server, the ways to get a model are told", async () => {
  const at = await deskHere();
  const away = Object.fromEntries(
    ["LMSTUDIO_BASE_URL", "LLAMACPP_BASE_URL", "VLLM_BASE_URL", "OLLAMA_HOST"].map((name) => [
      name,
      "http://127.0.0.1:9",
    ]),
  );
  expect(await at.json(["model"], { env: away })).toMatchObject({ offers: [], roles: [] });
  expect((await at.huddle(["model"], { env: away })).stdout).toContain("not set");
});

test("what nobody knows is refused with the nearest name, and set all the same if a person insists", async () => {
  await using server = await startProviderServer({
    answers,
    keys: ["right"],
    models: [{ name: "claude-of-tomorrow" }, { name: "qwen3:latest" }],
  });
  const at = await deskHere();
  const anthropic = { ANTHROPIC_API_KEY: "right", ANTHROPIC_BASE_URL: server.origin };
  const env = { ...anthropic, OLLAMA_HOST: server.origin };
  const set = async (model: string, more: readonly string[] = [], given: Record<string, string> = env) => {
    const { code, stdout, stderr } = await at.huddle(["model", "set", "all", model, ...more], { env: given });
    return `${code} ${stdout}${stderr}`;
  };
  expect(await set("antropic/x")).toMatch(/^2 [\s\S]*Did you mean anthropic\?/);
  expect(await set("anthropic/claude-sonet-5-5")).toMatch(
    /^2 [\s\S]*It has: claude-of-tomorrow, qwen3:latest\./,
  );
  expect(await set("anthropic/claude-of-tomorow")).toMatch(/^2 [\s\S]*Did you mean claude-of-tomorrow\?/);
  expect(await set("anthropic/claude-of-tomorrow")).toMatch(
    /^0 All members use anthropic\/claude-of-tomorrow/,
  );
  expect(await set("ollama/qwen3", [], { ...env, OLLAMA_API_KEY: "right" })).toMatch(
    /^0 All members use ollama\/qwen3 /,
  );
  expect(await set("ollama/qwen4", [], { ...env, OLLAMA_API_KEY: "right" })).toMatch(/^2 [\s\S]*It has: /);
  expect(await set("ollama/qwen4", ["--anyway"])).toMatch(/^0 All members use ollama\/qwen4/);
  // Nobody can be asked: a slip is refused, and what is far from all known names is not.
  expect(await set("anthropic/claude-sonet-5-5", [], {})).toMatch(
    /^2 [\s\S]*Did you mean anthropic\/claude-sonnet-5-5\?/,
  );
  expect(await set("anthropic/quite-another", [], {})).toMatch(
    /^0 [\s\S]*cannot tell whether it exists: There is no key/,
  );
  const wrong = { ...anthropic, ANTHROPIC_API_KEY: "wrong" };
  expect(await set("anthropic/quite-another", [], wrong)).toMatch(
    /^0 [\s\S]*did not say which models it has/,
  );
  expect((await at.huddle(["model", "set", "strng", "ollama/x"])).stderr).toContain("Did you mean strong?");
});
