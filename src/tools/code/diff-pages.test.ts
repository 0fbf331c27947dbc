import { expect, test } from "vitest";
import { diffPages } from "./diff-pages.ts";

const bytes = (text: string) => Buffer.byteLength(text);

test.each([
  ["of a usual width", `+const value = compute(1, 2); // ${"x".repeat(20)}`],
  ["long", `+${"x".repeat(900)}`],
  ["not in ASCII", `+${"漢".repeat(400)}`],
  ["without end", `+${"é".repeat(50_000)}`],
])("a change of 12,000 lines that are %s comes in pages of at most 64 KB, and no line is lost", (_, line) => {
  const lines = Array.from({ length: line.length > 10_000 ? 200 : 12_000 }, (_, at) => `${line} ${at}`);
  const pages = diffPages(`${lines.join("\n")}\n`);
  expect(Math.max(...pages.map(bytes))).toBeLessThanOrEqual(64 * 1024);
  expect(pages.flatMap((page) => page.split("\n"))).toHaveLength(lines.length);
  if (line.length < 2_000) expect(pages.join("\n")).toBe(lines.join("\n"));
});

test("12,000 lines of code are few pages; no change has none", () => {
  expect(diffPages("+const a = 1;\n".repeat(12_000))).toHaveLength(10);
  expect(diffPages("")).toEqual([]);
  expect(diffPages("+a\r\n+b\r\n")).toEqual(["+a\n+b"]);
});
