import { plainText } from "../../core/views/plain-text.ts";

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
