import { z } from "zod";
import type { FileRead, Worktree } from "../../../core/ports/files.ts";
import { listedPath } from "../../../core/text/path-list.ts";
import { defineTool, failure, type Planned } from "../../../core/work/tool.ts";
import { renamed } from "../../renamed.ts";
import { fileToRemove, isFolder } from "./file-to-remove.ts";
import { noSuchFile } from "./no-such-file.ts";
import { unfitName } from "./unfit-text.ts";

const others = { source: "from", path: "from", old_path: "from", destination: "to", new_path: "to" };

export const moveFile = defineTool({
  name: "move_file",
  summary: "Move or rename a text file, with its mode. What refers to it is yours to change.",
  effect: "writes",
  contents: [],
  input: z.object({
    from: z.string(),
    to: z.string().describe("its whole new path; nothing may be there yet"),
  }),
  tidy: (input) => renamed(input, others),
  async prepare({ from, to }, { worktree }) {
    if (!worktree) return failure("There is nothing to move here.");
    const unfit = unfitName(to);
    if (unfit !== undefined) return failure(unfit);
    if (/(^|\/)\.?$/.test(to))
      return failure(`${to} names a folder. Give the whole new path, with the name of the file.`);
    const there = await fileToRemove(worktree, from);
    if ("failed" in there) return there;
    if (there.kind === "link") return failure(`${from} is a link to ${there.target}. ${textOnly}`);
    const read = await worktree.readText(from);
    if (read.kind !== "text") return failure(notText(from, read));
    const taken = await takenBy(worktree, from, to);
    if (taken !== undefined) return failure(taken);
    const { text, executable } = read;
    const put: Planned = { path: to, before: undefined, after: text, ...(executable && { executable }) };
    const gone: Planned = { path: from, before: text, after: undefined };
    // On many disks two names that differ in capitals are one file, so the old one goes first.
    return isSameName(from, to) ? [gone, put] : [put, gone];
  },
  describe: ({ from, to }) => `Moved ${listedPath(from)} to ${listedPath(to)}.`,
});

function notText(from: string, read: Exclude<FileRead, { kind: "text" }>): string {
  const why = read.kind === "denied" ? read.reason : noSuchFile(from, read);
  return `${why} ${textOnly}`;
}

const textOnly = "move_file moves text files; mv, by run_command, moves any.";

/** Why a file cannot be moved to this path. */
async function takenBy(worktree: Worktree, from: string, to: string): Promise<string | undefined> {
  if (plain(from) === plain(to)) return `${from} is there already. Give another path in to.`;
  const denied = await worktree.mayWrite(to, plain(from));
  if (denied)
    return isFolder(denied.reason)
      ? `${denied.reason} Give the whole new path, with the name of the file.`
      : denied.reason;
  if (isSameName(from, to) || (await worktree.look(to)).kind === "none") return undefined;
  return `There is a file at ${to} already. Choose another path, or delete that file first.`;
}

function plain(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}

function isSameName(one: string, other: string): boolean {
  return plain(one).toLowerCase() === plain(other).toLowerCase();
}
