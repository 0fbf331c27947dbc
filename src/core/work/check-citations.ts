import type { Files } from "../ports/files.ts";
import { citationsIn } from "../terms/citations.ts";

/** The citations of a message that do not exist in these files: no such file, or too few lines. */
export async function missingCitations(message: string, files: Files): Promise<readonly string[]> {
  const citations = citationsIn(message);
  const counts = await lineCounts(
    citations.map(({ path }) => path),
    files,
  );
  return citations.flatMap(({ text, path, from, to }) => {
    const lines = counts.get(path) ?? 0;
    return from < 1 || to < from || to > lines ? [text] : [];
  });
}

/** The number of lines of each file: undefined if it does not exist, infinite if the team may not read it. */
export async function lineCounts(
  paths: readonly string[],
  files: Files,
): Promise<ReadonlyMap<string, number | undefined>> {
  const counts = new Map<string, number | undefined>();
  for (const path of new Set(paths)) {
    const read = await files.readText(path);
    if (read.kind === "denied") counts.set(path, Number.POSITIVE_INFINITY);
    else counts.set(path, read.kind === "none" ? undefined : linesIn(read.text));
  }
  return counts;
}

function linesIn(text: string): number {
  const lines = text.split("\n").length;
  return text === "" || text.endsWith("\n") ? lines - 1 : lines;
}
