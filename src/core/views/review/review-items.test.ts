import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ReviewFile, reviewFiles } from "./review-file.ts";
import { lineOf, type ReviewItem, type ReviewLayout, reviewItems } from "./review-items.ts";

const diff = (path: string, ...rows: readonly string[]) =>
  [`diff --git a/${path} b/${path}`, `@@ -1,9 +1,9 @@`, ...rows, ""].join("\n");
const layout: ReviewLayout = { wide: false, folded: new Set(), notes: [], width: 80 };
const files = reviewFiles(
  diff("a.ts", " one", "-two", "-three", "+zwei", " four", "+five") + diff("b.ts", "+b"),
);

/** `two|zwei`, `▾ a.ts`, `@`, and notes as they are. */
function drawn(all: readonly ReviewFile[], items: readonly ReviewItem[]): readonly string[] {
  return items.map((item) => {
    if (item.kind === "file") return `▾ ${all[item.file]?.path}`;
    if (item.kind === "hunk") return "@";
    if (item.kind === "note") return item.text.trim();
    const lines = all[item.file]?.hunks[item.hunk]?.lines ?? [];
    return `${lines[item.left ?? -1]?.text ?? ""}|${lines[item.right ?? -1]?.text ?? ""}`;
  });
}

describe("a change as rows", () => {
  test.each<[what: string, more: Partial<ReviewLayout>, rows: readonly string[]]>([
    [
      "in one column",
      {},
      ["▾ a.ts", "@", "|one", "two|", "three|", "|zwei", "|four", "|five", "▾ b.ts", "@", "|b"],
    ],
    [
      "side by side",
      { wide: true },
      ["▾ a.ts", "@", "one|one", "two|zwei", "three|", "four|four", "|five", "▾ b.ts", "@", "|b"],
    ],
    ["with a folded file", { folded: new Set([0]) }, ["▾ a.ts", "▾ b.ts", "@", "|b"]],
    [
      "with what was said about a line below it",
      { folded: new Set([1]), notes: [{ path: "a.ts", line: 2, text: "why\n two?", open: true }] },
      ["▾ a.ts", "@", "|one", "two|", "three|", "|zwei", "! why two?", "|four", "|five", "▾ b.ts"],
    ],
    [
      "with what is about lines that are not shown below the name",
      {
        folded: new Set([0]),
        notes: [
          { path: "a.ts", line: 2, text: "x", open: false },
          { path: "b.ts", line: 99, text: "y", open: true },
          { path: "b.ts", text: "z", open: true },
          { path: "gone.ts", line: 1, text: "w", open: true },
        ],
      },
      ["▾ a.ts", "✓ line 2: x", "▾ b.ts", "! line 99: y", "! z", "@", "|b"],
    ],
  ])("%s", (_, more, rows) => {
    expect(drawn(files, reviewItems(files, { ...layout, ...more }))).toEqual(rows);
  });

  test("the line under the cursor is the newer one", () => {
    const items = reviewItems(files, { ...layout, wide: true });
    expect(items.map((item) => lineOf(files, item)?.text)).toEqual([
      undefined,
      undefined,
      "one",
      "zwei",
      "three",
      "four",
      "five",
      undefined,
      undefined,
      "b",
    ]);
  });

  test("every line has its place once, in both ways, and the order of each side stays", () => {
    const rows = fc.array(fc.constantFrom(" same", "-old", "+new"), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.boolean(), (all, wide) => {
        const numbered = all.map((row, at) => `${row}${at}`);
        const one = reviewFiles(diff("a.ts", ...numbered));
        const items = reviewItems(one, { ...layout, wide }).flatMap((item) =>
          item.kind === "line" ? [item] : [],
        );
        const side = (pick: "left" | "right", signs: string) =>
          items.flatMap((item) => {
            const line = one[0]?.hunks[0]?.lines[item[pick] ?? -1];
            return line && signs.includes(line.sign) ? [`${line.sign}${line.text}`] : [];
          });
        expect(side("left", "-")).toEqual(numbered.filter((row) => row.startsWith("-")));
        expect(side("right", "+ ")).toEqual(numbered.filter((row) => !row.startsWith("-")));
      }),
    );
  });
});
