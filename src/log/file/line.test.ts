import { expect, test } from "vitest";
import type { RawFact } from "../../core/facts/upcast.ts";
import { encodeLine, genesis, hashLine, lineBehindTorn, parseLine } from "./line.ts";

const fact = {
  seq: 3,
  prev: genesis,
  at: "2026-01-01T00:00:00.000Z",
  v: 2,
  actor: "ada",
  step: "turn/1",
  fence: 1,
  more: true,
  event: { type: "message.posted", text: "hello" },
} as const satisfies RawFact;

const read = (value: unknown) => parseLine(JSON.stringify(value));
const without = (field: keyof typeof fact) => ({ ...fact, [field]: undefined });

test("a line's name is the start of the hash of its bytes", () => {
  expect(hashLine(Buffer.from(""))).toBe("e3b0c44298fc1c149afbf4c8996fb924");
});

test("a fact reads as it was written, with or without the fields that it may lack", () => {
  expect(parseLine(encodeLine(fact).toString("utf8"))).toEqual(fact);
  for (const field of ["step", "fence", "more"] as const) {
    const { [field]: _, ...rest } = fact;
    expect(read(rest)).toEqual(rest);
  }
});

test.each([
  ["seq", "3"],
  ["prev", 0],
  ["at", 2026],
  ["v", "2"],
  ["actor", 7],
  ["step", 1],
  ["step", null],
  ["fence", "1"],
  ["fence", null],
  ["more", false],
  ["more", "yes"],
  ["event", "message.posted"],
  ["event", null],
  ["event", {}],
  ["event", { type: 5 }],
])("JSON whose %s is %j is no fact", (field, value) => {
  expect(read({ ...fact, [field]: value })).toBe("foreign");
});

test("JSON that lacks a field which every fact has is no fact, nor is JSON that is no object", () => {
  for (const field of ["seq", "prev", "at", "v", "actor", "event"] as const)
    expect(read(without(field)), field).toBe("foreign");
  for (const other of [null, 5, "text", [], {}]) expect(read(other)).toBe("foreign");
});

test("what is not JSON is unreadable, as every part of a line is", () => {
  const text = encodeLine(fact).toString("utf8");
  for (let length = 0; length < text.length; length += 1)
    expect(parseLine(text.slice(0, length))).toBe("unreadable");
});

test("the start of a line stands nowhere else in it, and the fact reads the same", () => {
  const event = { type: "message.posted", text: '{"seq":1', odd: [{ seq: 1 }, { seq: { seq: 2 } }] };
  const line = encodeLine({ ...fact, event });
  expect(line.toString("utf8").lastIndexOf('{"seq":')).toBe(0);
  expect(parseLine(line.toString("utf8"))).toEqual({ ...fact, event });
});

test("behind torn bytes, the last start of a line is found, and none where a line is whole", () => {
  const line = encodeLine(fact);
  expect(lineBehindTorn(line)).toBeUndefined();
  expect(lineBehindTorn(Buffer.from('"seq":9'))).toBeUndefined();
  for (const torn of ["x", '{"seq":2,"pr', '{"seq":2,{"seq":2,"pr'])
    expect(lineBehindTorn(Buffer.concat([Buffer.from(torn), line]))).toEqual(line);
});
