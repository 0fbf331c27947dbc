import { expect, test } from "vitest";
import { speedAfter } from "./speed.ts";

const usual = { bytes: 3_000, tokens: 80, firstMs: 1_000, ms: 3_000 };

test("a reply tells how many bytes were read and how many tokens were written in a second", () => {
  expect(speedAfter(undefined, usual)).toEqual({ read: 3_000, write: 40 });
});

test("the newest reply counts as much as all before it", () => {
  expect(speedAfter({ read: 1_000, write: 20 }, usual)).toEqual({ read: 2_000, write: 30 });
});

test.each([
  ["read in half a second", { firstMs: 500, ms: 500 }, { read: 6_000 }],
  ["read in less", { firstMs: 499, ms: 499 }, {}],
  ["written in half a second", { firstMs: 0, ms: 500 }, { write: 160 }],
  ["written in less", { firstMs: 1, ms: 500 }, {}],
  ["of eight tokens", { tokens: 8, firstMs: 0, ms: 1_000 }, { write: 8 }],
  ["of fewer", { tokens: 7, firstMs: 0, ms: 1_000 }, {}],
])("a reply %s says of its speed only what can be measured", (_, reply, speed) => {
  expect(speedAfter(undefined, { ...usual, ...reply })).toEqual(speed);
});

test("what was measured before stays where a reply says nothing", () => {
  const instant = { ...usual, firstMs: 0, ms: 0 };
  expect(speedAfter({ read: 7, write: 8 }, instant)).toEqual({ read: 7, write: 8 });
  expect(speedAfter({ write: 8 }, instant)).toEqual({ write: 8 });
  expect(speedAfter({ write: 20 }, usual)).toEqual({ read: 3_000, write: 30 });
  expect(speedAfter({ read: 1_000 }, usual)).toEqual({ read: 2_000, write: 40 });
});
