import { expect, test } from "vitest";
import { lastFew } from "./last-few.ts";

const id = (letter: string) => letter.repeat(40);

/** Asks these pairs in order. What was really asked, one letter for each object. */
async function asked(pairs: readonly (readonly [string, string])[], answer = (key: string) => key) {
  const really: string[] = [];
  const ask = lastFew(async (one, other) => {
    const key = `${one.slice(0, 1)}${other.slice(0, 1)}`;
    really.push(key);
    return answer(key);
  });
  for (const [one, other] of pairs)
    expect(await ask(one, other)).toBe(answer(`${one.slice(0, 1)}${other.slice(0, 1)}`));
  return really;
}

const pairs = (...keys: readonly string[]) =>
  keys.map(([one = "", other = ""]) => [id(one), id(other)] as const);

test("the same question is asked once while it is among the last four", async () => {
  expect(await asked(pairs("ab", "ab", "ba", "ab"))).toEqual(["ab", "ba"]);
  expect(await asked(pairs("ab", "ac", "ad", "ae", "ab", "af", "ab", "ac"))).toEqual([
    "ab",
    "ac",
    "ad",
    "ae",
    "af",
    "ab",
    "ac",
  ]);
});

test("what can change or is very long is asked each time", async () => {
  expect(
    await asked([
      ["main", id("a")],
      ["main", id("a")],
    ]),
  ).toEqual(["ma", "ma"]);
  expect(await asked(pairs("ab", "ab"), () => "x".repeat(1024 * 1024 + 1))).toEqual(["ab", "ab"]);
});

test("a question that failed is asked again", async () => {
  let times = 0;
  const ask = lastFew(async () => {
    if (++times === 1) throw new Error("no");
    return "yes";
  });
  await expect(ask(id("a"), id("b"))).rejects.toThrow("no");
  expect(await ask(id("a"), id("b"))).toBe("yes");
});
