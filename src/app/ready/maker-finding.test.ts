import { expect, test } from "vitest";
import type { Seat } from "../../core/terms/policy.ts";
import { makerFinding } from "./maker-finding.ts";

function team(models: Readonly<Record<string, string>>): readonly Seat[] {
  return Object.entries(models).map(([id, model]) => ({
    id,
    role: id === "architect" || id === "coach" ? id : "engineer",
    model,
  }));
}

const said = (models: Readonly<Record<string, string>>, by: "architect" | "peers" = "architect") =>
  makerFinding(team(models), { review: { by } }).map(({ state, text }) => `${state}: ${text.split(":")[0]}`);

test.each<[what: string, models: Record<string, string>, by: "architect" | "peers", told: readonly string[]]>(
  [
    [
      "one maker for all",
      { ada: "openai/a", architect: "openai/b" },
      "architect",
      ["note: ada's work by architect"],
    ],
    [
      "for one engineer",
      { ada: "openai/a", bo: "google/a", architect: "openai/b" },
      "architect",
      ["note: ada's work by architect"],
    ],
    [
      "another one judges",
      { ada: "openai/a", architect: "anthropic/b" },
      "architect",
      ["fine: by models of another maker than those that write"],
    ],
    ["nobody knows who made it", { ada: "ollama/a", architect: "ollama/b" }, "architect", []],
    ["one of two is known", { ada: "openai/a", architect: "ollama/b" }, "architect", []],
    ["the coach judges nothing", { ada: "openai/a", coach: "openai/a" }, "architect", []],
    [
      "engineers judge each other",
      { ada: "openai/a", bo: "openai/b", architect: "google/a" },
      "peers",
      ["note: ada's work by bo, bo's work by ada"],
    ],
  ],
)("doctor says whether a model of the same maker judges what it wrote: %s", (_, models, by, told) => {
  expect(said(models, by)).toEqual(told);
});
