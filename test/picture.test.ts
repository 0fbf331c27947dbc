import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawTerminal } from "../scripts/draw-terminal.mjs";
import { type Look, readTerminal, widthOf } from "../scripts/read-terminal.mjs";
import { contrast, enoughContrast, modes, shownIn } from "../scripts/terminal-colours.mjs";
import { shapeOf } from "../scripts/terminal-shapes.mjs";
import { pictureLines } from "./support/picture-lines.ts";

const draw = (captured: string, columns = 0) =>
  drawTerminal(readTerminal(captured), { columns, title: "A terminal" });
const looksOf = (captured: string) =>
  readTerminal(captured)
    .flat()
    .map(({ look }) => look);

test.each<[string, string, Look]>([
  ["nothing set", "x", {}],
  ["a colour of the theme", "\u001b[31mx", { text: 1 }],
  ["a bright one, on ground", "\u001b[95;42mx", { text: 13, ground: 2 }],
  ["bright ground", "\u001b[100mx", { ground: 8 }],
  ["one of 256 that the theme chooses", "\u001b[38;5;12mx", { text: 12 }],
  ["one of the cube", "\u001b[38;5;208mx", { text: "#ff8700" }],
  ["a grey", "\u001b[48;5;240mx", { ground: "#585858" }],
  ["a true colour", "\u001b[38;2;1;2;3mx", { text: "#010203" }],
  ["the same with colons", "\u001b[38:2::1:2:3mx", { text: "#010203" }],
  ["the same with colons and no space for a space of colours", "\u001b[38:2:1:2:3mx", { text: "#010203" }],
  ["something after a long colour", "\u001b[38;5;208;1mx", { text: "#ff8700", bold: true }],
  ["numbers that are none", "\u001b[38;2;999;;3mx", { text: "#ff0003" }],
  ["a code that nobody knows", "\u001b[73mx", {}],
  ["a curly underline", "\u001b[4:3mx", { underline: true }],
  ["its end", "\u001b[4m\u001b[4:0mx", {}],
  [
    "all manners",
    "\u001b[1;2;3;4;7;8;9mx",
    {
      bold: true,
      dim: true,
      italic: true,
      underline: true,
      inverse: true,
      concealed: true,
      strike: true,
    },
  ],
  ["neither bold nor dim", "\u001b[1;2;3m\u001b[22mx", { italic: true }],
  ["the ends of the others", "\u001b[3;4;7;8;9m\u001b[23;24;27;28;29mx", {}],
  ["the colours of the terminal again", "\u001b[31;42m\u001b[39;49mx", {}],
  ["an empty code, which ends all", "\u001b[1;31m\u001b[mx", {}],
  ["what was set in an earlier line", "\u001b[1;31m\n\nx", { text: 1, bold: true }],
])("what was set is read: %s", (_, captured, look) => {
  expect(looksOf(captured)).toEqual([look]);
});

test.each([
  [
    "other sequences",
    "a\u001b[2J\u001b]8;;https://example.com\u001b\\b\u001b]0;title\u0007c\u001b(Bd",
    "abcd",
  ],
  ["a sequence that was cut off", "a\u001b[3", "a"],
  ["what turns the direction of text, and what nobody sees", "a\u202eb\u200bc\u0000d\u0007e\ufffe", "abcde"],
  ["what hides behind a letter", "a\u{e0041}\u{e0101}b", "ab"],
  ["a tab", "ab\tc", "ab      c"],
  ["a carriage return", "a\r\nb", "a\nb"],
  ["half of a character", "a\ud800b", "ab"],
  ["markup", "<script>alert(1)</script> & ]]> \"'", "<script>alert(1)</script> & ]]> \"'"],
  ["a joined emoji, a letter of two marks", "👩‍💻 e\u0301!", "👩‍💻 e\u0301!"],
])("of %s stays what can be seen", (_, captured, seen) => {
  expect(pictureLines(draw(captured)).join("\n")).toBe(seen);
});

describe("whatever was captured", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constantFrom(
      "<",
      "&",
      "]]>",
      "<!--",
      '"',
      "\n",
      "\t",
      "漢字",
      "👩‍💻",
      "│",
      "█",
      "   ",
      "\u202e",
      "\u001b]8;;x\u0007",
    ),
    fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }).map((codes) => `\u001b[${codes.join(";")}m`),
    fc.constantFrom("\u001b[", "\u001b", "\u001b]", "\u009b31m"),
  );
  const captured = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

  test("the picture is well formed, holds text and shapes alone, and fetches nothing", () => {
    fc.assert(
      fc.property(captured, (text) => {
        const svg = draw(text);
        const opened: string[] = [];
        let last = 0;
        for (const { 0: whole, 1: slash, 2: name = "", 3: attributes = "", index } of svg.matchAll(tag)) {
          expect(svg.slice(last, index)).not.toMatch(bare);
          last = index + whole.length;
          expect(allowed).toContain(name);
          expect(attributes).not.toMatch(/href|url|on\w+=/);
          if (slash !== "") expect(opened.pop()).toBe(name);
          else if (!attributes.endsWith("/")) opened.push(name);
        }
        expect({ opened, rest: svg.slice(last) }).toEqual({ opened: [], rest: "\n" });
        expect(svg).not.toMatch(/@import|url\(/);
      }),
      { numRuns: 300 },
    );
  });

  test("every cell stands in its column, and no text is left out", () => {
    fc.assert(
      fc.property(captured, (text) => {
        const lines = readTerminal(text).map((cells) =>
          cells
            .map((one) => (shapeOf(one.text) || one.look.concealed ? " ".repeat(one.width) : one.text))
            .join(""),
        );
        const seen = lines
          .map((line) => line.trimEnd())
          .join("\n")
          .trimEnd();
        const shown = pictureLines(draw(text))
          .map((line) => line.trimEnd())
          .join("\n");
        expect(shown.trimEnd()).toBe(seen);
      }),
      { numRuns: 300 },
    );
  });

  const tag = /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<&]*")*\/?)>/g;
  const bare = /<|>|&(?!(?:amp|lt|gt);)/;
  const allowed = ["svg", "title", "style", "rect", "g", "text", "path"];
});

const colour = fc.oneof(
  fc.integer({ min: 0, max: 15 }),
  fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 }))).map((parts) => {
    return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }),
);

test("every text can be read on its ground, in light and in dark, whatever was chosen", () => {
  fc.assert(
    fc.property(
      fc.option(colour),
      fc.option(colour),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom("light" as const, "dark" as const),
      (text, ground, dim, inverse, mode) => {
        const shown = shownIn(
          {
            ...(text !== null && { text }),
            ...(ground !== null && { ground }),
            ...(dim && { dim }),
            ...(inverse && { inverse }),
          },
          mode,
        );
        expect(contrast(shown.text, shown.ground ?? modes[mode].ground)).toBeGreaterThanOrEqual(
          enoughContrast,
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test("wide characters take two columns, and shapes reach from edge to edge", () => {
  expect(widthOf(readTerminal("漢字│ab")[0] ?? [])).toBe(7);
  const svg = draw("漢字┼█ab");
  expect(svg).toContain('x="0" y="13.5" textLength="33.6">漢字</text>');
  expect(svg).toContain('d="M37.8 9h-4.2M37.8 9h4.2M37.8 9v-9M37.8 9v9"');
  expect(svg).toMatch(/<rect class="c\d" x="42" y="0" width="8.4" height="18"\/>/);
  expect(svg).toMatch(/x="50.4" y="13.5" textLength="16.8">ab<\/text>/);
});

test("a picture is as wide as it is told, and as its longest line at least", () => {
  expect(draw("ab", 80)).toMatch(/^<svg [^>]*width="700"/);
  expect(draw("a".repeat(100), 80)).toMatch(/^<svg [^>]*width="868"/);
});

test("every character for lines and blocks is drawn", () => {
  const all = Array.from({ length: 0x2590 - 0x2500 + 6 }, (_, at) => String.fromCodePoint(0x2500 + at));
  expect(all.filter((one) => shapeOf(one) === undefined).join("")).toBe("╱╲╳");
});
