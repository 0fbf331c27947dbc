import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { painter } from "../rows/theme.ts";
import { widthOf } from "../text-width.ts";
import { reviewFiles } from "./review-file.ts";
import { reviewItems } from "./review-items.ts";
import { reviewStart } from "./review-place.ts";
import { reviewRows } from "./review-rows.ts";

interface Shown {
  readonly wide?: boolean;
  readonly width?: number;
  readonly at?: number;
  readonly shift?: number;
  readonly colour?: boolean;
  readonly folded?: readonly number[];
}

function rowsOf(diff: string, shown: Shown = {}): readonly string[] {
  const { wide = false, width = 40, at = 0, shift = 0, colour = false, folded: some = [] } = shown;
  const files = reviewFiles(diff);
  const folded = new Set(some);
  const items = reviewItems(files, { wide, folded, notes: [], width });
  const place = { ...reviewStart, at, shift };
  return reviewRows({ files, items, place, height: 30, width, wide, folded, paint: painter(colour) });
}

const diff = (path: string, ...rows: readonly string[]) =>
  [`diff --git a/${path} b/${path}`, "@@ -9,3 +9,3 @@ within", ...rows, ""].join("\n");
const small = diff(
  "a.ts",
  " const a = 1;",
  "-const b = 2;",
  "+const b = 3; ",
  "\\ No newline at end of file",
);

describe("the rows of a review", () => {
  test("in one column", () => {
    expect(rowsOf(small, { at: 2 }).map((row) => row.trimEnd())).toEqual([
      " ▾ a.ts  +1 −1",
      " ╌╌╌ within",
      "›  9   9   const a = 1;",
      "  10     - const b = 2;",
      "      10 + const b = 3;· (no end of line)".slice(0, 39) + "…",
    ]);
  });

  test("side by side", () => {
    expect(rowsOf(small, { wide: true, width: 61 }).map((row) => row.trimEnd())).toEqual([
      "›▾ a.ts  +1 −1",
      " ╌╌╌ within",
      "   9   const a = 1;           │  9   const a = 1;",
      "  10 - const b = 2;           │ 10 + const b = 3;· (no end o…",
    ]);
  });

  test("moved to the right, and cut where they end", () => {
    const rows = rowsOf(diff("a.txt", `+${"0123456789".repeat(6)}`), { shift: 16 });
    expect(rows[2]).toBe("       9 + …789012345678901234567890123…");
  });

  test("a folded file is one row that says why", () => {
    expect(rowsOf(diff("yarn.lock", "+a"), { folded: [0], width: 60 }).map((row) => row.trimEnd())).toEqual([
      "›▸ yarn.lock  +1 −0  lock file",
    ]);
  });

  test("a sign tells what a colour tells", () => {
    const plain = rowsOf(small);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of the theme.
    expect(rowsOf(small, { colour: true }).map((row) => row.replace(/\u001b\[[\d;]*m/g, ""))).toEqual(plain);
  });

  test("what git leaves in a conflict cannot be overlooked", () => {
    const rows = rowsOf(diff("a.txt", "+<<<<<<< ours", "+a", "+=======", "+>>>>>>> theirs"), {
      colour: true,
    });
    expect(rows.map((row) => row.includes("\u001b[1;33m") && /[<=>]{7}/.test(row))).toEqual([
      ...[false, false, true, false, true, true],
    ]);
  });

  test("whatever a file holds, every row keeps its width and steers no terminal", () => {
    const hostile = fc.array(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom(
            "\u001b[2J",
            "\r",
            "\t",
            "\b",
            "\u202e",
            "\u200b",
            "日",
            "👨‍👩‍👧",
            "e\u0301",
            "a",
            " ",
            "\u0000",
            "\u2028",
          ),
          fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
        ),
        maxLength: 30,
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(
        hostile,
        fc.boolean(),
        fc.integer({ min: 30, max: 120 }),
        fc.nat(40),
        (texts, wide, width, shift) => {
          const lines = texts.map((text, at) => `${[" ", "+", "-"][at % 3]}${text.replaceAll("\n", " ")}`);
          for (const row of rowsOf(diff("a.ts", ...lines), { wide, width, shift })) {
            expect(widthOf(row)).toBe(width);
            expect(row).not.toMatch(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u);
          }
        },
      ),
    );
  });
});
