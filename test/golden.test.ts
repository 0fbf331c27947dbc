import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { conversationText, rulesText } from "../src/core/views/documents/request-text.ts";
import { playGolden } from "./support/golden-requests.ts";

const folder = join(import.meta.dirname, "golden/requests");

// A change of words is seen in review: `npx vitest run test/golden.test.ts -u` writes the files again.
describe("10.40: one request of every kind, as the member reads it", async () => {
  const before = await readdir(folder).catch(() => []);
  const { requests, rules } = await playGolden();

  test.each([...rules])("%s", async (name, request) => {
    await expect(`${rulesText(request)}\n`).toMatchFileSnapshot(join(folder, `${name}.txt`));
  });

  test.each([...requests])("%s", async (name, { request, rules: begins }) => {
    const text = `It begins with ${begins}.txt.\n\n${conversationText(request)}\n`;
    await expect(text).toMatchFileSnapshot(join(folder, `${name}.txt`));
  });

  test("there is a file for each, and no other", () => {
    const names = [...rules.keys(), ...requests.keys()].map((name) => `${name}.txt`);
    expect(before.toSorted()).toEqual(names.toSorted());
  });
});
