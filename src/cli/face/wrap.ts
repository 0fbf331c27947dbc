import wrapAnsi from "wrap-ansi";
import { widthOf } from "../../core/views/text-width.ts";

/**
 * A text as rows of at most `width` columns, broken between words where it can be. Later rows of one line are
 * indented by `hang`. With an infinite width only the text's own line ends break it. Expects neither tabs nor escape
 * sequences: what is coloured is coloured afterwards.
 */
export function wrap(text: string, width: number, hang = 0): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line.trimEnd(), Math.max(1, width), hang));
}

function wrapLine(line: string, width: number, wantedHang: number): readonly string[] {
  if (widthOf(line) <= width) return [line];
  const indent = " ".repeat(roomFor(line.length - line.trimStart().length, width));
  const hang = " ".repeat(roomFor(wantedHang, width));
  const words = line.trimStart().normalize(); // as wrapAnsi does, so that its first row is the beginning of this
  const [first = ""] = rowsOf(words, width - indent.length);
  const rest = words.slice(first.length).trimStart();
  return [indent + first, ...rowsOf(rest, width - hang.length).map((row) => hang + row)];
}

/** An indentation, where it leaves room for anything else. */
function roomFor(indentation: number, width: number): number {
  return indentation < width / 2 ? indentation : 0;
}

function rowsOf(words: string, width: number): readonly string[] {
  return words === "" ? [] : wrapAnsi(words, width, { hard: true }).split("\n");
}
