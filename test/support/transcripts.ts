import { readFile } from "node:fs/promises";

/** A command as a page shows it, with the lines that it printed, shortened by "…" only. */
export interface Transcript {
  readonly command: readonly string[];
  readonly lines: readonly string[];
}

/** The transcripts of a page that were taken in this place: its blocks that begin with ```text <place>. */
export async function transcriptsIn(page: string, place: string): Promise<readonly Transcript[]> {
  const text = await readFile(page, "utf8");
  const blocks = [...text.matchAll(/^```text (\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, taken, block = ""]) => (taken === place ? commandsIn(block) : []));
}

function commandsIn(block: string): readonly Transcript[] {
  return block.split(/^\$ huddle ?/m).flatMap((part) => {
    const [command = "", ...lines] = part.trimEnd().split("\n");
    const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    return lines.length > 0 ? [{ command: words, lines }] : [];
  });
}

/** Lines of a transcript that were not printed. Numbers that change from play to play, and spaces, count for nothing. */
export function notPrinted(lines: readonly string[], printed: string): readonly string[] {
  const known = plain(printed);
  return lines.filter((line) => {
    const parts = plain(line).split("…");
    let from = 0;
    return !parts.every((part) => {
      const at = known.indexOf(part.trim(), from);
      from = at + part.trim().length;
      return at >= 0;
    });
  });
}

function plain(text: string): string {
  return text
    .replace(/\b[0-9a-f]{7,8}\b/g, "<commit>")
    .replace(/\b[adnpqsz]\d{2,}\b/g, "<id>")
    .replace(/\b\d+ (passed|tests)\b/g, "<count> $1")
    .replace(/─{3,}/g, "")
    .replace(/\s+/g, " ");
}
