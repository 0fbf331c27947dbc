import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import type { Task } from "../../core/state/task.ts";
import { heldBackWords } from "./held-back.ts";

// Only these fields are read.
const task = { id: "t1", attempt: 1 } as Task;

/** A coding in which commands left these paths, one after another; undefined: a call that ran nothing. */
function coded(...left: readonly (readonly string[] | undefined)[]) {
  const past = Past.opened();
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.1", "done");
  for (const [at, held] of left.entries()) {
    past.asks(loop, at + 1);
    const { seq } = past.replies(loop, at + 1, "", { tool: held ? "run_command" : "read_file", input: {} });
    const settled = { type: "tool.settled" as const, loop, call: `c${seq}_1`, failed: false, text: "" };
    past.harness(held ? { ...settled, tree: "t", held: [...held] } : settled);
  }
  return heldBackWords(past.state, task);
}

test("the newest run says what is held back, and a look around changes nothing", () => {
  expect(coded([".env"], [".env", "a b/.env"], undefined)).toMatch(
    /^Not part of the change, although commands of its author changed it: \.env, "a b\/\.env"\. Only a person/,
  );
});

test.each([[[]], [[undefined]], [[[".env"], []]]])("nothing is held back, nothing is said: %j", (left) => {
  expect(coded(...left)).toBe("");
  expect(heldBackWords(Past.opened().state, task)).toBe("");
});
