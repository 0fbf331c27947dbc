import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { redactionOf } from "../text/redaction.ts";
import { checksOf } from "./checks-of.ts";
import type { StepContext } from "./step-context.ts";

const [lint, tests] = [
  { name: "lint", run: "eslint" },
  { name: "tests", run: "npm test" },
];

/** What members read of these checks, and the checks whose programs were asked for their versions. */
async function read(past: Past) {
  const asked: string[] = [];
  const context = {
    journal: { state: () => past.state },
    workspace: {
      versions: async (checks: readonly { readonly name: string }[]) => {
        asked.push(...checks.map(({ name }) => name));
        return ["node v20 canary-0123456789"];
      },
    },
    redaction: redactionOf([{ name: "K", value: "canary-0123456789" }]),
  } as unknown as StepContext; // what is asked of it
  return { text: await checksOf(context), asked };
}

test("members read which checks run after their work and before landing, and with what, without keys", async () => {
  const past = Past.opened({ policy: { checks: { quick: [lint], full: [lint, tests], timeoutMs: 9 } } });
  expect(await read(past)).toEqual({
    text: "# Checks\nAfter `done`: eslint\nBefore landing: eslint; npm test\nWith: node v20 [key]",
    asked: ["lint", "lint", "tests"],
  });
});

test("a check that a person left out is not among them", async () => {
  const checks = { quick: [lint], full: [lint, tests], timeoutMs: 9 };
  const past = Past.opened({ policy: { baseline: true, checks } });
  const dead = { name: "lint", command: "eslint", exit: 127, ms: 1, blob: "b", broken: "no such program" };
  const ran = { why: "baseline" as const, commit: "base", passed: false, results: [dead], sandboxed: false };
  const { seq } = past.harness({ type: "checks.finished", ...ran });
  past.human({ type: "baseline.settled", baseline: seq, how: "accepted", without: ["lint"] });
  expect(await read(past)).toEqual({
    text: "# Checks\nAfter `done`: none\nBefore landing: npm test\nWith: node v20 [key]",
    asked: ["tests"],
  });
});
