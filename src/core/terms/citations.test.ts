import { describe, expect, test } from "vitest";
import { memoryFiles } from "../../../test/support/memory-files.ts";
import type { Files } from "../ports/files.ts";
import { lookUpCitations, missingCitations } from "../work/check-citations.ts";
import { citationsIn, missingWords } from "./citations.ts";

const texts = (message: string) => citationsIn(message).map(({ text }) => text);

describe("a citation is", () => {
  test.each<[string, readonly string[]]>([
    ["See src/parse.js:37.", ["src/parse.js:37"]],
    [
      "`src/parse.js:37-40` and (lib/a-b_c.test.ts:2), then calc.js:1",
      ["src/parse.js:37-40", "lib/a-b_c.test.ts:2", "calc.js:1"],
    ],
    ["**src/x.js:9**: wrong", ["src/x.js:9"]],
    [
      '[here](src/x.js:9) [src/y.js:8] "src/z.js:7" <src/w.js:6>',
      ["src/x.js:9", "src/y.js:8", "src/z.js:7", "src/w.js:6"],
    ],
    ["src/x.js:9, src/x.js:9; src/x.js:10!", ["src/x.js:9", "src/x.js:10"]],
    ["src/x.js:9:14 has a column", ["src/x.js:9"]],
    ["src/x.js:9: the loop", ["src/x.js:9"]],
    ["src/x.js:9–12", ["src/x.js:9–12"]],
    ["./src/x.js:9 and packages/@a/b/über.ts:3", ["./src/x.js:9", "packages/@a/b/über.ts:3"]],
    [".github/workflows/ci.yml:12", [".github/workflows/ci.yml:12"]],
    ["docs/notes.adoc:4", ["docs/notes.adoc:4"]],
  ])("found in %s", (message, found) => {
    expect(texts(message)).toEqual(found);
  });

  test.each([
    "at 10:30 or 10:30:15",
    "localhost:3000 and 127.0.0.1:8080 and [::1]:80",
    "http://example.com:8080/a/b.js:3 and https://x.dev/src/a.ts:1",
    "example.com:443 or server.port:8080",
    "/etc/hosts.txt:3 and C:\\src\\a.ts:3 and src\\a.ts:3",
    "src/x.js and src/x.js: and src/x.js:a and src/x.js:",
    "a ratio of 2.5:1, version v1.2:3",
    "src/x.js:9a",
    "src/parse:9",
    "",
  ])("not found in %s", (message) => {
    expect(texts(message)).toEqual([]);
  });

  test("looked for in no more than twenty, however long the message", () => {
    const many = Array.from({ length: 50 }, (_, at) => `src/a.js:${at + 1}`).join(" ");
    expect(texts(many)).toHaveLength(20);
    for (const flood of [
      "a/".repeat(50_000),
      "a.a:1".repeat(20_000),
      ".".repeat(100_000),
      "a.b ".repeat(50_000),
    ])
      expect(texts(flood)).toEqual([]);
  });
});

test("a citation has 300 characters at the most", () => {
  const long = (length: number) => `src/${"a".repeat(length - "src/.js:1".length)}.js:1`;
  expect([long(300), long(301)].map((word) => texts(word).length)).toEqual([1, 0]);
});

test("one that does not exist is told, and several are", () => {
  expect(missingWords(["a.js:1"])).toBe("a.js:1 does not exist");
  expect(missingWords(["a.js:1", "b.js:2"], " of the review")).toBe(
    "a.js:1, b.js:2 of the review do not exist",
  );
});

describe("a citation is missing", () => {
  const files = memoryFiles(
    new Map([
      ["src/a.js", "1\n2\n3\n"],
      ["b.js", "1\n2"],
      ["empty.js", ""],
    ]),
  );

  test("where there is no such file or not so many lines", async () => {
    const message =
      "src/a.js:3 src/a.js:4 src/a.js:2-4 src/a.js:3-1 src/a.js:0 b.js:2 b.js:3 empty.js:1 gone.js:1 src/gone.js:2";
    expect(await missingCitations(message, files)).toEqual([
      "src/a.js:4",
      "src/a.js:2-4",
      "src/a.js:3-1",
      "src/a.js:0",
      "b.js:3",
      "empty.js:1",
      "gone.js:1",
      "src/gone.js:2",
    ]);
  });

  test("never where the team may not look, and each file is read once", async () => {
    const asked: string[] = [];
    const guarded: Files = {
      ...files,
      async readText(path) {
        asked.push(path);
        return path === "keys/a.pem" ? { kind: "denied", reason: "no" } : files.readText(path);
      },
    };
    expect(await missingCitations("keys/a.pem:9 src/a.js:1 src/a.js:9", guarded)).toEqual(["src/a.js:9"]);
    expect(asked).toEqual(["keys/a.pem", "src/a.js"]);
  });
});

describe("cited lines come along", () => {
  const numbered = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
  const files = memoryFiles(
    new Map([
      ["src/a.js", "one\n  two\t2\nthree\n"],
      ["src/long.js", numbered],
      ["src/odd.js", `a\u001bb\r\n${"x".repeat(300)}\nc\rd`],
    ]),
  );
  const cited = async (message: string) => (await lookUpCitations(message, files)).cited;

  test.each<[string, string, unknown]>([
    ["of one line", "src/a.js:2", [{ path: "src/a.js", from: 2, lines: ["  two\t2"] }]],
    ["of a range", "src/a.js:1-2", [{ path: "src/a.js", from: 1, lines: ["one", "  two\t2"] }]],
    [
      "each once",
      "src/a.js:2 src/a.js:1-2",
      [
        { path: "src/a.js", from: 2, lines: ["  two\t2"] },
        { path: "src/a.js", from: 1, lines: ["one"] },
      ],
    ],
    [
      "as one where they follow each other",
      "src/a.js:1 and src/a.js:2-3",
      [{ path: "src/a.js", from: 1, lines: ["one", "  two\t2", "three"] }],
    ],
    ["none of what is not there", "src/a.js:4 gone.js:1 src/a.js:2-1", []],
    [
      "with nothing hidden in them",
      "src/odd.js:1 src/odd.js:3",
      [
        { path: "src/odd.js", from: 1, lines: ["a\\x1bb"] },
        { path: "src/odd.js", from: 3, lines: ["c d"] },
      ],
    ],
    [
      "cut where they are long",
      "src/odd.js:2",
      [{ path: "src/odd.js", from: 2, lines: [`${"x".repeat(200)}…`] }],
    ],
  ])("%s", async (_, message, expected) => {
    expect(await cited(message)).toEqual(expected);
  });

  test("a dozen for one message, whatever it cites", async () => {
    const lines = (await cited("src/long.js:1-10 src/long.js:15-30 src/a.js:1")).map((one) => [
      one.from,
      one.lines.length,
    ]);
    expect(lines).toEqual([
      [1, 10],
      [15, 2],
    ]);
  });

  test("none of a file that the team may not read", async () => {
    const guarded: Files = { ...files, readText: async () => ({ kind: "denied", reason: "no" }) };
    expect(await lookUpCitations("keys/a.pem:1", guarded)).toEqual({ missing: [], cited: [] });
  });
});
