import type { Files } from "../ports/files.ts";
import { type Citation, type CitedLines, citationsIn } from "../terms/citations.ts";
import { clipped } from "../text/clipped.ts";
import { visible } from "../text/visible.ts";

/** What a message cites: what the files do not have, and the lines that they have. */
export interface CitedBy {
  readonly missing: readonly string[];
  readonly cited: readonly CitedLines[];
}

/** Lines that one message brings along, and characters of one of them. */
const mostLines = 12;
const longestLine = 200;

/** Looks up everything that a message cites. Each file is read once. */
export async function lookUpCitations(message: string, files: Files): Promise<CitedBy> {
  const citations = citationsIn(message);
  const texts = await textsOf(
    citations.map(({ path }) => path),
    files,
  );
  const isThere = ({ path, from, to }: Citation) => from >= 1 && to >= from && to <= countIn(texts.get(path));
  return {
    missing: citations.filter((one) => !isThere(one)).map(({ text }) => text),
    cited: linesOf(citations.filter(isThere), texts),
  };
}

/** The citations of a message that do not exist in these files: no such file, or too few lines. */
export async function missingCitations(message: string, files: Files): Promise<readonly string[]> {
  return (await lookUpCitations(message, files)).missing;
}

/** The number of lines of each file: undefined if it does not exist, infinite if the team may not read it. */
export async function lineCounts(
  paths: readonly string[],
  files: Files,
): Promise<ReadonlyMap<string, number | undefined>> {
  const texts = await textsOf(paths, files);
  return new Map([...texts].map(([path, text]) => [path, text === undefined ? undefined : countIn(text)]));
}

/** "hidden": the team may not read it. Undefined: it does not exist. */
type Text = { readonly lines: readonly string[] } | "hidden" | undefined;

async function textsOf(paths: readonly string[], files: Files): Promise<ReadonlyMap<string, Text>> {
  const texts = new Map<string, Text>();
  for (const path of new Set(paths)) {
    const read = await files.readText(path);
    if (read.kind === "denied") texts.set(path, "hidden");
    else texts.set(path, read.kind === "none" ? undefined : { lines: split(read.text) });
  }
  return texts;
}

function split(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function countIn(text: Text): number {
  if (text === undefined) return 0;
  return text === "hidden" ? Number.POSITIVE_INFINITY : text.lines.length;
}

/** The cited lines in the order in which they are cited, each once, up to the maximum. */
function linesOf(citations: readonly Citation[], texts: ReadonlyMap<string, Text>): readonly CitedLines[] {
  const all: CitedLines[] = [];
  const taken = new Set<string>();
  for (const { path, from, to } of citations) {
    const text = texts.get(path);
    if (text === undefined || text === "hidden") continue;
    for (let number = from; number <= to && taken.size < mostLines; number++) {
      const place = `${path}:${number}`;
      if (taken.has(place)) continue;
      taken.add(place);
      const line = citedLine(text.lines[number - 1]);
      const last = all.at(-1);
      if (last?.path === path && last.from + last.lines.length === number)
        all[all.length - 1] = { ...last, lines: [...last.lines, line] };
      else all.push({ path, from: number, lines: [line] });
    }
  }
  return all;
}

/** One line, clipped, with its indentation and nothing hidden. A carriage return in it begins no line of its own. */
export function citedLine(line = ""): string {
  return clipped(visible(line).trimEnd().replaceAll("\n", " "), longestLine);
}
