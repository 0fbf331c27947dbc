import { describe, expect, test } from "vitest";
import type { ProviderWait } from "../../decide/waits/provider.ts";
import { emptyState } from "../../state/state.ts";
import { providerWords } from "./provider.ts";

const wait: ProviderWait = {
  kind: "provider",
  id: "r9",
  since: 9,
  scope: "acme",
  isDoubtful: false,
  failure: "overload",
  why: "acme: overloaded.",
  seats: ["ada"],
  tasks: [],
};
const until = "2026-01-01T10:00:00.000Z";

describe("the title says who waits for what, and whether Huddle asks again by itself", () => {
  test.each<[string, Partial<ProviderWait>]>([
    ["ada waits for acme", {}],
    ["ada, bo wait for acme", { seats: ["ada", "bo"] }],
    ["ada got no reply in time and waits for acme", { failure: "timeout" }],
    ["ada, bo got no reply in time and wait for acme", { failure: "timeout", seats: ["ada", "bo"] }],
    ["ada waits for acme; Huddle asks again", { until }],
    ["ada waits for acme; is that meant? Next try", { until, isDoubtful: true }],
  ])("%s", (title, more) => {
    const words = providerWords({ ...wait, ...more });
    expect(words).toMatchObject({ title, asked: title });
    expect(words.until).toBe(more.until);
  });
});

test("the text names what can help in each case", () => {
  const lines = (more: Partial<ProviderWait>) =>
    providerWords({ ...wait, ...more })
      .text(emptyState)
      .split("\n");
  const others = [
    expect.stringMatching(/^- Another model: .* whoever uses acme in this session/),
    expect.stringMatching(/^- Give up: huddle drop/),
  ];
  expect(lines({})).toEqual(["acme: overloaded.", "", "- Answer now, once it answers.", ...others]);
  expect(lines({ failure: "timeout" })[2]).toBe(
    "- Answer now, once the time limit is larger or the server is faster.",
  );
  expect(lines({ until, isDoubtful: true, tasks: ["t1", "t2"] })).toEqual([
    "acme: overloaded.",
    expect.stringMatching(/^This time is so far ahead/),
    "",
    expect.stringMatching(/^- Wait: Huddle asks again at that time/),
    "- Answer now to ask it at once.",
    others[0],
    "- Without t1: huddle task cancel t1.",
    "- Without t2: huddle task cancel t2.",
    others[1],
  ]);
});

test.each([
  ["now", { kind: "now" }],
  ["Try now", { kind: "now" }],
  ["retry", { kind: "now" }],
  ["Y", { kind: "now" }],
  ["ollama/qwen3-coder", { kind: "remodel", model: "ollama/qwen3-coder" }],
  ["Model ollama/qwen3-coder", { kind: "remodel", model: "ollama/qwen3-coder" }],
  ["Give up", { wrong: expect.stringContaining("huddle drop <session>") }],
  ["stop", { wrong: expect.stringContaining("huddle drop <session>") }],
  ["later", { wrong: expect.stringMatching(/^Answer now to ask at once/) }],
])("%j means %j", (typed, answer) => {
  expect(providerWords(wait).parse(typed)).toEqual(answer);
});
