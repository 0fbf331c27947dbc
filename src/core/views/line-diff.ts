import { diffArrays } from "diff/lib/diff/array.js";

/**
 * Two texts line by line: what only the first has with `-`, what only the second has with `+`, the rest indented. Texts
 * that have little in common are shown one after the other: looking for more would take the square of their length.
 */
export function lineDiff(before: string, after: string): readonly string[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(a, b, { maxEditLength: mostEdits }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }) => {
    const mark = removed ? "- " : added ? "+ " : "  ";
    return value.map((line) => `${mark}${line}`);
  });
}

/** Lines taken away and added. Half a million comparisons at the very most. */
const mostEdits = 1_000;

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
