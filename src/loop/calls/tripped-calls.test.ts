import { expect, test } from "vitest";
import type { Call } from "../../core/state/call.ts";
import { callKey, trippedCalls } from "./tripped-calls.ts";

const a = { path: "a", from: 1 };

function called(input: unknown, text: string, failed = true): Call {
  return { status: "settled", id: "c1_1", tool: "read_file", input, result: { failed, text } };
}

function refused(input: unknown, why: "tripped" | "late" | "malformed"): Call {
  const result = { failed: true, text: why, refused: why };
  return { status: "settled", id: "c1_1", tool: "read_file", input, result };
}

const tripped = (...calls: readonly Call[]) => [...trippedCalls(calls).keys()];

test("the same call failing the same way three times trips, and stays tripped", () => {
  const failing = [called(a, "no"), called({ from: 1, path: "a" }, "no"), called(a, "no")];
  expect(tripped(...failing.slice(0, 2))).toEqual([]);
  expect(tripped(...failing)).toEqual([callKey("read_file", a)]);
  expect(tripped(...failing, called({ path: "b" }, "fine", false), refused(a, "tripped"))).toEqual([
    callKey("read_file", a),
  ]);
});

test("another error, a success or another call in between begins the count anew", () => {
  expect(tripped(called(a, "no"), called(a, "no"), called(a, "other"), called(a, "no"))).toEqual([]);
  expect(tripped(called(a, "no"), called(a, "no"), called(a, "yes", false), called(a, "no"))).toEqual([]);
  expect(tripped(called(a, "no"), called(a, "no"), called({ path: "b" }, "no"), called(a, "no"))).toEqual([]);
});

test("what was not carried out counts for nothing; what did not fit counts", () => {
  expect(tripped(...Array.from({ length: 5 }, () => refused(a, "late")))).toEqual([]);
  expect(tripped(called(a, "no"), called(a, "no"), refused({ path: "b" }, "late"), called(a, "no"))).toEqual([
    callKey("read_file", a),
  ]);
  expect(tripped(...Array.from({ length: 3 }, () => refused(a, "malformed")))).toEqual([
    callKey("read_file", a),
  ]);
});

test("no parameters equal empty parameters", () => {
  expect(tripped(called(undefined, "no"), called({}, "no"), called(null, "no"))).toEqual([
    callKey("read_file", {}),
  ]);
});

test("the order of parameters does not matter at any depth, and that of a list does", () => {
  const one = { b: [{ y: 1, x: 2 }, 3], a: null, c: "s" };
  expect(callKey("read_file", one)).toBe('read_file {"a":null,"b":[{"x":2,"y":1},3],"c":"s"}');
  expect(callKey("read_file", { a: [1, 2] })).not.toBe(callKey("read_file", { a: [2, 1] }));
});

test("what trips is told with the reason why it failed; calls without a result count for nothing", () => {
  const open: Call = { status: "proposed", id: "c1_1", tool: "read_file", input: a };
  const failing = [called(a, "no"), open, called(a, "no"), called(a, "no")];
  expect([...trippedCalls(failing)]).toEqual([[callKey("read_file", a), "no"]]);
});
