import { utf8Length } from "../../core/prompt/fit/measure-request.ts";
import { cutLine } from "./page.ts";

/** A page stays below 64 KB, also where its lines are long or hold no ASCII. */
const most = { bytes: 60_000, lines: 1_200 } as const;

/** A change in pages that are read one after the other. None: nothing was changed. */
export function diffPages(diff: string): readonly string[] {
  const pages: string[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for (const whole of linesOf(diff)) {
    const line = cutLine(whole);
    const length = utf8Length(line) + 1;
    if (lines.length > 0 && (bytes + length > most.bytes || lines.length === most.lines)) {
      pages.push(lines.join("\n"));
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += length;
  }
  return lines.length === 0 ? pages : [...pages, lines.join("\n")];
}

function linesOf(diff: string): readonly string[] {
  const lines = diff.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
