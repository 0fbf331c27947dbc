import { changedFiles } from "../../core/text/changed-files.ts";
import { oneLine, plainText } from "./plain-text.ts";

/** Puts a text into one of the styles that a face has. */
type Paint = (style: "bold" | "dim" | "good" | "bad", text: string) => string;

/** A diff in colour, a line each, without anything in it that could steer a terminal. */
export function diffLines(diff: string, paint: Paint): readonly string[] {
  return diff
    .trimEnd()
    .split("\n")
    .map((line) => painted(plainText(line), paint));
}

function painted(line: string, paint: Paint): string {
  if (line.startsWith("diff --git ") || line.startsWith("+++ ") || line.startsWith("--- "))
    return paint("bold", line);
  if (line.startsWith("@@")) return paint("dim", line);
  if (line.startsWith("+")) return paint("good", line);
  return line.startsWith("-") ? paint("bad", line) : line;
}

/** One line for each file, and the sum. */
export function statLines(diff: string): readonly string[] {
  const files = changedFiles(diff);
  const name = ({ path, was }: (typeof files)[number]) =>
    oneLine(was === undefined ? path : `${was} → ${path}`);
  const widest = Math.max(0, ...files.map((file) => name(file).length));
  const sum = (pick: "added" | "removed") => files.reduce((all, file) => all + file[pick], 0);
  return [
    ...files.map((file) => `  ${name(file).padEnd(widest)}  +${file.added} −${file.removed}`),
    `${files.length === 1 ? "1 file" : `${files.length} files`}, +${sum("added")} −${sum("removed")}`,
  ];
}
