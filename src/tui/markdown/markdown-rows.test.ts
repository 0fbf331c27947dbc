import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../core/views/plain-text.ts";
import { painter } from "../../core/views/rows/theme.ts";
import { widthOf } from "../../core/views/text-width.ts";
import { markdownRows } from "./markdown-rows.ts";

const plain = painter(false);
const rows = (text: string, width = 40) => markdownRows(text, width, plain);

test.each<[what: string, text: string, rows: readonly string[]]>([
  ["a heading and words", "# Plan\n\nWe **must** use `parse`.", ["Plan", "", "We must use parse."]],
  ["line ends of the writer", "one\ntwo", ["one", "two"]],
  [
    "lists inside of lists, hanging",
    "- a first item that is longer than a row of this width\n  - inner\n- b",
    ["- a first item that is longer than a row", "  of this width", "  - inner", "- b"],
  ],
  ["numbers from where they begin", "3. c\n4. d", ["3. c", "4. d"]],
  ["boxes", "- [x] done\n- [ ] open", ["- [x] done", "- [ ] open"]],
  ["code with its spaces", "```ts\nif (a) {\n  b();\n}\n```", ["│ if (a) {", "│   b();", "│ }"]],
  ["what was said", "> so\n> it is", ["│ so", "│ it is"]],
  ["where a link leads", "[see](http://x.y) http://a.b", ["see (http://x.y) http://a.b"]],
  [
    "tables and HTML as they are",
    "<b>x</b>\n\n| a |\n|---|\n| 1 |",
    ["<b>x</b>", "", "| a |", "|---|", "| 1 |"],
  ],
  ["what is encoded stays so", "&#27;[2J &lt;", ["&#27;[2J &lt;"]],
])("%s", (_, text, expected) => {
  expect(rows(text)).toEqual(expected);
});

test.each([
  "&#27;[2J",
  "&#x1b;[2J",
  "&#8238;txt",
  "[a](&#27;[2J)",
  "`&#27;[2J`",
  "**&#27;[2J**",
  "```&#27;[2J\n&#27;[2J\n```",
  "> &#27;[2J",
  "- &#27;[2J",
  "# &#27;[2J",
  "| &#27;[2J |\n|--|\n| &#x202e; |",
  "<a href='&#27;[2J'>",
  "[x]: &#27;[2J\n\n[x]",
  "![&#27;[2J](&#27;)",
])("nothing in Markdown becomes a control character: %j", (text) => {
  expect(rows(text).join("")).toMatch(/^[ -~│─\n]*$/u);
});

test("code is coloured by its language", () => {
  expect(markdownRows("```js\nconst a = 1;\n```", 40, painter(true)).join("")).toContain("\u001b[35mconst");
});

test("whatever is written, no row is too wide, and no word is lost", () => {
  const piece = fc.constantFrom(
    "# ",
    "- ",
    "**",
    "`",
    "```\n",
    "> ",
    "\n",
    "\n\n",
    "word",
    "日本",
    " ",
    "|",
    "](",
    "[",
    "1. ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 12, max: 60 }), (pieces, width) => {
      const text = plainText(pieces.join(""));
      const shown = markdownRows(text, width, plain);
      expect(shown.filter((row) => widthOf(row) > width)).toEqual([]);
      const count = (one: string) => one.match(/word/g)?.length ?? 0;
      expect(count(shown.join("").replace(/[\s│-]/g, ""))).toBe(count(text.replace(/[\s-]/g, "")));
    }),
  );
});
