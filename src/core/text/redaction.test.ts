import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noKeys, redactionOf, withoutKeyShapes } from "./redaction.ts";

const key = 'sk-canary/0+9 "quoted"~key';
const { redact, find } = redactionOf([
  { name: "OPENAI_API_KEY", value: key },
  { name: "keys.mine", value: "sk-canary-short-1" },
]);

describe("10.17: a key is hidden in every form in which programs print it", () => {
  test.each<[form: string, text: string]>([
    ["as it is", `Bearer ${key}.`],
    ["twice", `${key}${key}`],
    ["in an address", `?key=${encodeURIComponent(key)}&x=1`],
    ["in JSON", JSON.stringify({ headers: { authorization: key } })],
    ["in hexadecimal", Buffer.from(key).toString("hex")],
    ...[0, 1, 2, 3, 4].map((before): [string, string] => [
      `in base64 after ${before} characters`,
      Buffer.from(`${"u".repeat(before)}${key}:x`).toString("base64"),
    ]),
    ["in base64 for addresses", Buffer.from(`id:${key}`).toString("base64url")],
  ])("%s", (_, text) => {
    const shown = redact(`before ${text} after`);
    expect(shown).toMatch(/^before .*\[key\].* after$/);
    const secret = [key, "canary", Buffer.from("canary").toString("hex"), encodeURIComponent("canary/0+9")];
    for (const part of secret) expect(shown).not.toContain(part);
    const decoded = Buffer.from(shown.slice(7, -6), "base64").toString("utf8");
    expect(decoded).not.toContain("canary");
  });

  test("text without one stays as it is", () => {
    const text = fc.string({ unit: fc.constantFrom("s", "k", "-", "c", "a", "n", " "), maxLength: 60 });
    fc.assert(fc.property(text, (words) => redact(words) === words && noKeys.redact(words) === words));
  });
});

test("10.17: words that people give to servers without a key are words", () => {
  for (const value of ["lm-studio", "ollama", "EMPTY", "password", "not-needed", "sk-no-key-required"]) {
    const redaction = redactionOf([{ name: "K", value }]);
    expect(redaction.redact(`about ${value}`)).toBe(`about ${value}`);
    expect(redaction.find(value)).toBeUndefined();
  }
});

test("10.17: the exact value of a key is found, and named by where it comes from", () => {
  expect(find(JSON.stringify({ text: `my key: ${key}` }))).toBe("OPENAI_API_KEY");
  expect(find("sk-canary-short-1")).toBe("keys.mine");
  expect(find("sk-canary")).toBeUndefined();
});

test.each([
  ["a password in an address", "http://bob:hunter2@host/v1 said no", "http://[key]@host/v1 said no"],
  ["a token in an address", "https://ghs_x@example.org/a.git", "https://[key]@example.org/a.git"],
  [
    "a key of a kind we know",
    "Incorrect API key: sk-proj-abcdefghijklmnopqrst.",
    "Incorrect API key: [key].",
  ],
  [
    "a mail address is none",
    "mail a@b.example about https://x/y?z=a@b",
    "mail a@b.example about https://x/y?z=a@b",
  ],
])("10.17: what looks like a key: %s", (_, text, shown) => {
  expect(withoutKeyShapes(text)).toBe(shown);
});
