import { isLockFile } from "../../reports/change/lock-files.ts";
import { looksGenerated } from "../../reports/change/looks-generated.ts";
import { filesOfDiff } from "../../text/changed-files.ts";
import { type Inside, insideAfter } from "../code/colour-code.ts";
import { type Language, languageOfPath } from "../code/language.ts";

/** One file of a change, as it is reviewed. */
export interface ReviewFile {
  readonly path: string;
  readonly was?: string;
  readonly change: "changed" | "new" | "gone" | "moved";
  readonly added: number;
  readonly removed: number;
  /** What became of its mode, such as "executable now". */
  readonly mode?: string;
  /** Why it takes only one row until a person opens it, such as "lock file". */
  readonly quiet?: string;
  readonly language: Language | undefined;
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** What git says it stands in, such as the name of a function. */
  readonly within: string;
  readonly lines: readonly ReviewLine[];
}

export interface ReviewLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
  /** Its number before the change, and after it. */
  readonly was?: number;
  readonly now?: number;
  /** What it begins inside of, on its side of the change. */
  readonly inside: Inside;
  /** The file ends here without an end of the line. */
  readonly unended?: true;
}

/** Whether there is something to show on both sides. */
export function hasTwoSides({ change }: ReviewFile): boolean {
  return change === "changed" || change === "moved";
}

/** A unified diff, read once. Thousands of lines take a few milliseconds. */
export function reviewFiles(diff: string): readonly ReviewFile[] {
  return filesOfDiff(diff).map(({ text, path, was, added, removed }) => {
    const lines = text.split("\n");
    const begins = lines.findIndex((line) => line.startsWith("@@"));
    const head = lines.slice(0, begins < 0 ? lines.length : begins);
    const language = languageOfPath(path);
    const hunks = begins < 0 ? [] : hunksOf(lines.slice(begins), language);
    const mode = modeOf(head);
    const quiet = quietOf(path, head, hunks);
    return {
      path,
      ...(was !== undefined && { was }),
      change: changeOf(head),
      added,
      removed,
      ...(mode !== undefined && { mode }),
      ...(quiet !== undefined && { quiet }),
      language,
      hunks,
    };
  });
}

function changeOf(head: readonly string[]): ReviewFile["change"] {
  if (head.some((line) => line.startsWith("new file mode "))) return "new";
  if (head.some((line) => line.startsWith("deleted file mode "))) return "gone";
  return head.some((line) => line.startsWith("rename from ")) ? "moved" : "changed";
}

const modes: Readonly<Record<string, string>> = {
  "100644": "not executable",
  "100755": "executable",
  "120000": "a link",
  "160000": "another repository",
};

/** The mode of an ordinary new file says nothing. */
function modeOf(head: readonly string[]): string | undefined {
  const found = head.map((line) => /^(new|new file|deleted file) mode (\d+)$/.exec(line)).find((one) => one);
  const [, what = "", mode = ""] = found ?? [];
  const words = modes[mode] ?? `mode ${mode}`;
  if (mode === "") return undefined;
  if (what === "new") return `${words} now`;
  return mode === "100644" ? undefined : words;
}

function quietOf(path: string, head: readonly string[], hunks: readonly Hunk[]): string | undefined {
  if (head.some((line) => /^(Binary files .* differ|GIT binary patch)$/.test(line))) return "binary";
  if (isLockFile(path)) return "lock file";
  if (looksGenerated(path) || /(\.min\.(js|css|mjs)|\.(js|css|mjs)\.map|\.pb\.go|_pb2\.py)$/.test(path))
    return "generated, by its name";
  return hunks[0]?.lines.slice(0, linesOfHead).some(({ text }) => saysGenerated.test(text))
    ? "generated, as it says itself"
    : undefined;
}

/** So many of the first lines of a file can say that a program wrote it. */
const linesOfHead = 5;
const saysGenerated = /@generated\b|\bDO NOT EDIT\b/;

function hunksOf(lines: readonly string[], language: Language | undefined): readonly Hunk[] {
  const hunks: { within: string; lines: ReviewLine[] }[] = [];
  const old = { number: 0, inside: 0 };
  const next = { number: 0, inside: 0 };
  for (const line of lines) {
    const begin = line.startsWith("@@") ? /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(line) : null;
    if (begin) {
      hunks.push({ within: begin[3] ?? "", lines: [] });
      Object.assign(old, { number: Number(begin[1]), inside: 0 });
      Object.assign(next, { number: Number(begin[2]), inside: 0 });
      continue;
    }
    const hunk = hunks.at(-1);
    if (hunk) readLine(line, hunk.lines, { old, next, language });
  }
  return withoutReturns(hunks);
}

interface Side {
  number: number;
  inside: Inside;
}

function readLine(
  line: string,
  lines: ReviewLine[],
  { old, next, language }: { old: Side; next: Side; language: Language | undefined },
): void {
  const text = line.slice(1);
  switch (line.charAt(0)) {
    case "+":
      lines.push({ sign: "+", text, now: next.number++, inside: next.inside });
      next.inside = insideAfter(text, language, next.inside);
      return;
    case "-":
      lines.push({ sign: "-", text, was: old.number++, inside: old.inside });
      old.inside = insideAfter(text, language, old.inside);
      return;
    case " ":
      lines.push({ sign: " ", text, was: old.number++, now: next.number++, inside: next.inside });
      next.inside = insideAfter(text, language, next.inside);
      old.inside = next.inside;
      return;
    case "\\": {
      const last = lines.at(-1);
      if (last) lines[lines.length - 1] = { ...last, unended: true };
    }
  }
}

/** Where all lines end as on Windows, that is no news. Where only some do, each shows it. */
function withoutReturns(hunks: readonly Hunk[]): readonly Hunk[] {
  const all = hunks.every(({ lines }) => lines.every(({ text }) => text.endsWith("\r")));
  if (!all) return hunks;
  return hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => ({ ...line, text: line.text.slice(0, -1) })),
  }));
}
