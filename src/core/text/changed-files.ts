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
  const files: { path: string; was?: string; added: number; removed: number }[] = [];
  let inHunk = false;
  for (const line of diff.split("\n")) {
    const file = files.at(-1);
    if (line.startsWith("diff --git ")) {
      files.push({ path: pathOf(line), added: 0, removed: 0 });
      inHunk = false;
    } else if (line.startsWith("@@")) inHunk = true;
    else if (!inHunk && file && line.startsWith(movedFrom)) file.was = unquoted(line.slice(movedFrom.length));
    else if (!inHunk && file && line.startsWith(movedTo)) file.path = unquoted(line.slice(movedTo.length));
    else if (inHunk && file && line.startsWith("+")) file.added += 1;
    else if (inHunk && file && line.startsWith("-")) file.removed += 1;
  }
  return files;
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
