import type { Key } from "../line/keys.ts";
import { emptyLine, shownRows, type TypedLine, textOf, typed } from "../line/line-editor.ts";
import { oneLine } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import type { At } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";
import type { ReviewFile } from "./review-file.ts";
import { lineOf, type ReviewItem } from "./review-items.ts";

/** What is looked for in a change: the words while they are typed, and what was looked for last. */
export interface Finding {
  readonly line?: TypedLine | undefined;
  readonly last: string;
  /** It is nowhere in the change. */
  readonly failed: boolean;
}

export const noFinding: Finding = { last: "", failed: false };

export function beginFinding(finding: Finding): Finding {
  return { ...finding, line: emptyLine, failed: false };
}

/** After a key of the line. `found`: the words to go to now; without new ones, those of last time. */
export function afterFinding(
  finding: Finding,
  key: Key,
): { readonly finding: Finding; readonly found?: string } | undefined {
  const { line, last } = finding;
  if (!line) return undefined;
  if (key.name === "escape") return { finding: { ...finding, line: undefined } };
  if (key.name === "enter") {
    const words = textOf(line).trim() || last;
    return {
      finding: { line: undefined, last: words, failed: false },
      ...(words !== "" && { found: words }),
    };
  }
  const after = typed(line, key);
  return after.characters === line.characters && after.cursor === line.cursor
    ? undefined
    : { finding: { ...finding, line: after } };
}

/** The next row behind `from` that holds these words, and round to the beginning. Undefined: none does. */
export function nextWith(
  files: readonly ReviewFile[],
  items: readonly ReviewItem[],
  words: string,
  from: number,
): number | undefined {
  const wanted = words.toLowerCase();
  for (let step = 1; step <= items.length; step += 1) {
    const at = (from + step) % items.length;
    if (textsOf(files, items[at]).some((text) => text.toLowerCase().includes(wanted))) return at;
  }
  return undefined;
}

/** Everything that a row shows: side by side, that is two lines. */
function textsOf(files: readonly ReviewFile[], item: ReviewItem | undefined): readonly string[] {
  if (!item) return [];
  const file = files[item.file];
  if (item.kind === "note") return [item.text];
  if (item.kind === "file") return [file?.path ?? "", file?.was ?? ""];
  if (item.kind === "hunk") return [file?.hunks[item.hunk]?.within ?? ""];
  const other = item.left === undefined ? undefined : file?.hunks[item.hunk]?.lines[item.left];
  return [lineOf(files, item)?.text ?? "", other?.text ?? ""];
}

/** The line that is typed, or why the cursor is where it was. No rows: nothing is looked for. */
export function findFrame(
  { line, last, failed }: Finding,
  { size, paint }: Pick<At, "size" | "paint">,
): Frame {
  const sought = oneLine(last);
  if (!line)
    return { rows: failed ? [paint("warn", fitted(` "${sought}" is nowhere here.`, size.columns))] : [] };
  const { rows, column } = shownRows(line, size.columns - 4, 1);
  const again = last === "" ? "" : ` (empty: "${sought}" again)`;
  const hint = paint("dim", fitted(` Find${again} · Enter goes there · Esc leaves it`, size.columns));
  return { rows: [hint, ` / ${rows[0] ?? ""}`], cursor: { row: 1, column: 3 + column } };
}
