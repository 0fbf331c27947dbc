import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RedactedPieces } from "./redacted-pieces.ts";
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

test("10.17: of two keys with one beginning, the longer is hidden whole", () => {
  const short = "sk-canary-0123";
  for (const values of [
    [short, `${short}-and-more`],
    [`${short}-and-more`, short],
  ]) {
    const redaction = redactionOf(values.map((value) => ({ name: value, value })));
    expect(redaction.redact(`a ${short}-and-more b ${short} c`)).toBe("a [key] b [key] c");
    expect(redaction.held(`a ${short}-and-mor`)).toBe(short.length + 8);
  }
});

test("10.17: of several keys in a text, the first one that is in use is named", () => {
  const keys = ["canary-of-ada", "canary-of-bob"].map((value) => ({ name: `${value}'s`, value }));
  expect(redactionOf(keys).find("canary-of-bob, canary-of-ada")).toBe("canary-of-ada's");
});

test.each<[value: string, isHidden: boolean, isFound: boolean]>([
  ["abcdefghijkl", true, true],
  ["abcdefghijk", false, false],
  ["abcdefghij1", true, false],
  ["abcdefg1", true, false],
  ["abcdef1", false, false],
  ["no-key-required", false, false],
])("10.17: the value %s is hidden: %s, and found: %s", (value, isHidden, isFound) => {
  const redaction = redactionOf([{ name: "K", value }]);
  expect(redaction.redact(`a ${value} b`)).toBe(isHidden ? "a [key] b" : `a ${value} b`);
  expect(redaction.find(value)).toBe(isFound ? "K" : undefined);
  expect(redaction.held(value.slice(0, 3))).toBe(isHidden ? 3 : 0);
});

test("10.17: a key that begins and ends with signs is hidden in JSON with its marks, and found there", () => {
  const value = '"canary-0123456789"';
  const redaction = redactionOf([{ name: "K", value }]);
  expect(redaction.redact(JSON.stringify(value))).toBe('"[key]"');
  expect(redaction.find(JSON.stringify({ value }))).toBe("K");
});

test.each(["base64", "base64url"] as const)(
  "10.17: inside %s, all digits that come from a key alone are hidden, and no others",
  (encoding) => {
    const unit = fc.constantFrom(..."aZ09?>~ÿ/+");
    const around = fc.string({ unit: fc.constantFrom("#", "%"), maxLength: 7 });
    fc.assert(
      fc.property(fc.string({ unit, minLength: 12, maxLength: 20 }), around, around, (key, before, after) => {
        const text = Buffer.from(`${before}${key}${after}`).toString(encoding).replaceAll("=", "");
        const end = before.length + Buffer.byteLength(key);
        const rest = text.slice(Math.floor((end * 8) / 6));
        expect(redactionOf([{ name: "K", value: key }]).redact(text)).toBe(
          `${text.slice(0, Math.ceil((before.length * 8) / 6))}[key]${rest}`,
        );
      }),
      { numRuns: 30 },
    );
  },
);

test("10.17: hexadecimal text hides a key in small and in capital letters, also bytes below 16", () => {
  const value = "canary\n0123456789";
  const redaction = redactionOf([{ name: "K", value }]);
  const hex = Buffer.from(value).toString("hex");
  expect(redaction.redact(`ff${hex}00 FF${hex.toUpperCase()}00`)).toBe("ff[key]00 FF[key]00");
});

describe("10.17: what may be the start of a key is held", () => {
  const value = "sk-canary-0123456789";
  const redaction = redactionOf([{ name: "K", value }]);
  const hex = Buffer.from(value).toString("hex");

  test.each([
    ["nothing", "", 0],
    ["other words", "hello", 0],
    ["one character", "words", 1],
    ["the start of a key", "words sk-can", 6],
    ["all but its end", value.slice(0, -1), 19],
    ["all of it, which is hidden already", value, 0],
    ["hexadecimal text but for its end", hex.slice(0, -1), 39],
    ["hexadecimal text behind others", `00${hex.slice(0, 21)}`, 21],
  ])("%s", (_, text, held) => {
    expect(redaction.held(text)).toBe(held);
    expect(noKeys.held(text)).toBe(0);
  });

  test("also of a key whose hexadecimal text has no letters", () => {
    const digits = "012345678901";
    const end = Buffer.from(digits).toString("hex").slice(0, -1);
    expect(redactionOf([{ name: "K", value: digits }]).held(end)).toBe(end.length);
  });
});

test.each([
  [76, "\n"],
  [64, "\r\n"],
  [20, "\n"],
])("11: a key in encoded text is hidden where a line of %i characters ends in it", (width, end) => {
  for (const encoding of ["base64", "hex"] as const)
    for (let before = 0; before < width; before += 1) {
      const text = Buffer.from(`${"u".repeat(before)}${key}${"v".repeat(9)}`).toString(encoding);
      const lines = (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(end);
      const pieces = new RedactedPieces(redactionOf([{ name: "K", value: key }]));
      const streamed = [...lines].map((piece) => pieces.next(piece)).join("") + pieces.end();
      for (const shown of [redact(lines), streamed]) {
        const decoded = Buffer.from(shown.replace(/[\r\n]/g, "").replace("[key]", ""), encoding).toString(
          "latin1",
        );
        expect(shown).toContain("[key]");
        expect(decoded).not.toContain("canary");
      }
    }
});
