import { expect, test } from "vitest";
import type { Call } from "./state.ts";
import { callKey, trippedCalls, trippedResult } from "./tripped-calls.ts";

const a = { path: "a", from: 1 };

function called(input: unknown, text: string, failed = true): Call {
  return { id: "c1_1", tool: "read_file", input, settled: { failed, text } };
}

const tripped = (...calls: readonly Call[]) => [...trippedCalls(calls)];

test("the same call failing the same way three times trips, and stays tripped", () => {
  const failing = [called(a, "no"), called({ from: 1, path: "a" }, "no"), called(a, "no")];
  expect(tripped(...failing.slice(0, 2))).toEqual([]);
  expect(tripped(...failing)).toEqual([callKey("read_file", a)]);
  expect(tripped(...failing, called({ path: "b" }, "fine", false), called(a, trippedResult.text))).toEqual([
    callKey("read_file", a),
  ]);
});

test("another error, a success or another call in between begins the count anew", () => {
  expect(tripped(called(a, "no"), called(a, "no"), called(a, "other"), called(a, "no"))).toEqual([]);
  expect(tripped(called(a, "no"), called(a, "no"), called(a, "yes", false), called(a, "no"))).toEqual([]);
  expect(tripped(called(a, "no"), called(a, "no"), called({ path: "b" }, "no"), called(a, "no"))).toEqual([]);
});

test("no parameters equal empty parameters", () => {
  expect(tripped(called(undefined, "no"), called({}, "no"), called(null, "no"))).toEqual([
    callKey("read_file", {}),
  ]);
});
