import { expect, test } from "vitest";
import { exampleModel } from "../../terms/policy.ts";
import { choiceLines, numbered } from "./choice-lines.ts";
import type { ProviderOffer } from "./model-offers.ts";
import { parseChoice } from "./parse-choice.ts";

const price = { input: 2, output: 10, cacheRead: 0, cacheWrite: 0 };
const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const ollama: ProviderOffer = {
  provider: "ollama",
  at: { kind: "address", url: "http://127.0.0.1:11434/v1" },
  models: [{ model: "ollama/qwen3", price: free, window: 32_768 }, { model: "ollama/x" }],
};
const anthropic: ProviderOffer = {
  provider: "anthropic",
  at: { kind: "key" },
  models: [
    { model: "anthropic/other", price, window: 1_000_000 },
    { model: exampleModel, price },
  ],
};
const offers = [ollama, anthropic];
const roles = ["strong", "fast", "other"];

test("offers are numbered by provider, and the usual model is the first", () => {
  expect(numbered(offers).map(({ model }) => model)).toEqual([
    exampleModel,
    "anthropic/other",
    "ollama/qwen3",
    "ollama/x",
  ]);
  expect(choiceLines(offers)).toEqual([
    "Models that you can use here, with dollars for a million tokens read / written:",
    "  anthropic, whose key is there",
    `    1  ${exampleModel}  $2 / $10`,
    "    2  anthropic/other              $2 / $10        1,000,000 tokens",
    "  ollama at http://127.0.0.1:11434/v1",
    "    3  ollama/qwen3                 free            32,768 tokens",
    "    4  ollama/x                     price unknown",
  ]);
  const refused = { ...anthropic, at: { kind: "refused-key", status: 401 } } as const;
  expect(choiceLines([refused])[1]).toBe("  anthropic, which refuses the key that is there (401)");
  expect(choiceLines([])).toEqual([]);
  expect(choiceLines([{ ...ollama, models: [] }])).toEqual([]);
});

const all = (model: string) => ({ kind: "set", wishes: [{ role: "all", model }] });

test.each<[typed: string, isSet: boolean, meant: unknown]>([
  ["", false, all(exampleModel)],
  [" ", true, { kind: "leave" }],
  ["q", false, { kind: "leave" }],
  ["3", true, all("ollama/qwen3")],
  ["openai/gpt-7", true, all("openai/gpt-7")],
  ["fast 4", false, { kind: "set", wishes: [{ role: "fast", model: "ollama/x" }] }],
  ["all 2", false, all("anthropic/other")],
  [
    "strong 1, fast ollama/qwen3",
    false,
    {
      kind: "set",
      wishes: [
        { role: "strong", model: exampleModel },
        { role: "fast", model: "ollama/qwen3" },
      ],
    },
  ],
  ["0", false, "unclear"],
  ["5", false, "unclear"],
  ["-1", false, "unclear"],
  ["gpt", false, "unclear"],
  ["coach 1", false, "unclear"],
  ["strong 1 2", false, "unclear"],
  ["strong 1,", false, "unclear"],
])("%j, with a model set: %s", (typed, isSet, meant) => {
  const choice = parseChoice({ offers, roles, isSet }, typed);
  if (meant === "unclear")
    expect(choice).toMatchObject({ kind: "unclear", hint: expect.stringContaining("fast 2") });
  else expect(choice).toEqual(meant);
});

test("where nothing is offered, Enter leaves", () => {
  expect(parseChoice({ offers: [], roles, isSet: false }, "")).toEqual({ kind: "leave" });
});
