import { diffArrays } from "diff/lib/diff/array.js";

/**
 * Two texts compared line by line: lines only in the first with `-`, lines only in the second with `+`, the rest
 * indented. Texts with little in common are shown one after the other, because a full comparison takes quadratic time.
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

/** Lines removed and added. Half a million comparisons at most. */
const mostEdits = 1_000;

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
