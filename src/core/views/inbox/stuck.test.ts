import { expect, test } from "vitest";
import { stuckWords } from "./stuck.ts";

const words = stuckWords({ kind: "stuck", id: "s1", since: 1, step: "ship@2", error: "no" });

test("it says what failed and why", () => {
  expect(words.title).toBe("Shipping failed, and only you can help");
});

test.each(["yes", "Retry", "r"])("%j tries again", (typed) => {
  expect(words.parse(typed)).toEqual({ kind: "retry" });
});
