/** One file of a unified diff, and how many lines it gained and lost. */
export interface ChangedFile {
  readonly path: string;
  /** Where it was before, if it was moved. */
  readonly was?: string;
  readonly added: number;
  readonly removed: number;
}

const movedFrom = "rename from ";
const movedTo = "rename to ";

/** The files of a diff as git prints it, in its order. */
export function changedFiles(diff: string): readonly ChangedFile[] {
  return changedTexts(diff).map(({ path, was, added, removed }) => ({
    path,
    ...(was !== undefined && { was }),
    added: added.length,
    removed: removed.length,
  }));
}

/** One file of a unified diff, with its lines. */
export interface ChangedText {
  readonly path: string;
  readonly was?: string;
  /** It was not there before, or is not there any more. */
  readonly isNew: boolean;
  readonly isGone: boolean;
  readonly added: readonly { readonly line: number; readonly text: string }[];
  readonly removed: readonly string[];
}

export function changedTexts(diff: string): readonly ChangedText[] {
  const files: Parsed[] = [];
  /** The number of the next line of the new text; 0: not in a part of a file yet. */
  let next = 0;
  for (const line of diff.split("\n")) {
    const file = files.at(-1);
    if (line.startsWith("diff --git ")) {
      files.push({ path: pathOf(line), isNew: false, isGone: false, added: [], removed: [] });
      next = 0;
    } else if (line.startsWith("@@")) next = Number(/^@@ \S+ \+(\d+)/.exec(line)?.[1] ?? 1) || 1;
    else if (next === 0 && file) head(file, line);
    else if (file && line.startsWith("+")) file.added.push({ line: next++, text: line.slice(1) });
    else if (file && line.startsWith("-")) file.removed.push(line.slice(1));
    else if (line.startsWith(" ")) next += 1;
  }
  return files;
}

interface Parsed {
  path: string;
  was?: string;
  isNew: boolean;
  isGone: boolean;
  readonly added: { readonly line: number; readonly text: string }[];
  readonly removed: string[];
}

/** A line between the name of a file and its first part. */
function head(file: Parsed, line: string): void {
  if (line.startsWith(movedFrom)) file.was = unquoted(line.slice(movedFrom.length));
  else if (line.startsWith(movedTo)) file.path = unquoted(line.slice(movedTo.length));
  else if (line.startsWith("new file mode ")) file.isNew = true;
  else if (line.startsWith("deleted file mode ")) file.isGone = true;
}

/** A diff as git prints it, file by file. */
export function filesOfDiff(diff: string): readonly (ChangedFile & { readonly text: string })[] {
  const parts = diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "));
  return parts.flatMap((text) =>
    changedFiles(text)
      .slice(0, 1)
      .map((file) => ({ ...file, text })),
  );
}

/** Lines that were added or removed, in all files. */
export function changedLines(diff: string): number {
  return changedFiles(diff).reduce((sum, { added, removed }) => sum + added + removed, 0);
}

/** Both halves name the same file, one behind `a/`, the other behind `b/`. One that was moved is named again below. */
function pathOf(header: string): string {
  const names = header.slice("diff --git ".length);
  return unquoted(names.slice((names.length + 1) / 2)).slice("b/".length);
}

/** Git puts unusual names between quotes. */
function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replace(/\\(["\\])/g, "$1") : name;
}
