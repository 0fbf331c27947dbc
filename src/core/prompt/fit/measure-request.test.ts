import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { measureRequest, utf8Length } from "./measure-request.ts";

test("bytes are counted as an encoder would, also of broken pairs", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.array(fc.integer({ min: 0, max: 0xffff })),
      (text, units) => {
        for (const any of [text, String.fromCharCode(...units)])
          expect(utf8Length(any)).toBe(Buffer.byteLength(any));
      },
    ),
  );
});

test("a text longer than what is encoded at once is counted whole, also where a pair stands at the seam", () => {
  for (const before of [0, 1, 2, 3]) {
    const text = "a".repeat(256 * 1024 - before) + "😀é本".repeat(100_000);
    expect(utf8Length(text)).toBe(Buffer.byteLength(text));
  }
});

test("what is put aside grows with bytes, not with characters", () => {
  const request = (system: string) => ({ model: "a/b", tools: [], system, messages: [], maxOutput: 100 });
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  const plain = measureRequest(request("a".repeat(300)), price);
  const wide = measureRequest(request("本".repeat(300)), price);
  expect(wide.bytes - plain.bytes).toBe(600);
  expect(wide.reserved.input - plain.reserved.input).toBe(200);
  expect(plain.reserved).toEqual({
    input: Math.ceil(plain.bytes / 3),
    output: 100,
    micros: Math.ceil(Math.ceil(plain.bytes / 3) * 3.75 + 1500),
  });
  expect(measureRequest(request(""), undefined).reserved.micros).toBeUndefined();
  const { maxOutput: _, ...open } = request("");
  expect(measureRequest(open, undefined).reserved.output).toBe(0);
});
