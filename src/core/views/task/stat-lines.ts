import type { ChangedFile } from "../../text/changed-files.ts";
import { oneLine } from "../../text/one-line.ts";

/** One line for each file of a change, and the sum. */
export function statLines(files: readonly ChangedFile[]): readonly string[] {
  const name = ({ path, was }: ChangedFile) => oneLine(was === undefined ? path : `${was} → ${path}`);
  const widest = Math.max(0, ...files.map((file) => name(file).length));
  const sum = (pick: "added" | "removed") => files.reduce((all, file) => all + file[pick], 0);
  return [
    ...files.map((file) => `  ${name(file).padEnd(widest)}  +${file.added} −${file.removed}`),
    `${files.length === 1 ? "1 file" : `${files.length} files`}, +${sum("added")} −${sum("removed")}`,
  ];
}
