import wrapAnsi from "wrap-ansi";
import { fits } from "../text-width.ts";

/**
 * A text as rows of at most `width` columns, broken between words where possible. The later rows of a line are
 * indented by `hang`. With an infinite width only the text's own line ends break it. The text holds neither tabs nor
 * escape sequences: colours are added afterwards.
 */
export function wrap(text: string, width: number, hang = 0): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line.trimEnd(), Math.max(1, width), hang));
}

function wrapLine(line: string, width: number, wantedHang: number): readonly string[] {
  if (line === "" || width === Number.POSITIVE_INFINITY) return [line];
  const indent = " ".repeat(roomFor(line.length - line.trimStart().length, width));
  const hang = " ".repeat(roomFor(wantedHang, width));
  const words = line.trimStart().normalize(); // as wrapAnsi does, so that its first row is a prefix of this
  const [first = "", ...more] = rowsOf(words, width - indent.length);
  if (more.length === 0) return [fits(line, width) ? line : first];
  if (hang === indent) return [first, ...more].map((row) => indent + row);
  const rest = rowsOf(words.slice(first.length).trimStart(), width - hang.length);
  return [indent + first, ...rest.map((row) => hang + row)];
}

/** The indentation, or none if it would leave too little room. */
function roomFor(indentation: number, width: number): number {
  return indentation < width / 2 ? indentation : 0;
}

function rowsOf(words: string, width: number): readonly string[] {
  return wrapAnsi(words, width, { hard: true }).split("\n");
}
