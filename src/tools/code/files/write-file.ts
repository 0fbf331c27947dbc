import { z } from "zod";
import type { FileRead } from "../../../core/ports/files.ts";
import { listedPath } from "../../../core/text/path-list.ts";
import { defineTool, failure } from "../../../core/work/tool.ts";
import { rewritten } from "./line-ends.ts";
import { unfitName, unfitText } from "./unfit-text.ts";

export const writeFile = defineTool({
  name: "write_file",
  summary: "Create a file or replace it whole. For a small change in a large file use edit_file.",
  effect: "writes",
  contents: ["content"],
  input: z.object({
    path: z.string(),
    content: z.string().max(400_000),
    executable: z.boolean().optional().describe("true: people run this file directly, as a program"),
  }),
  mends: (later, failed) => later.path === failed.path,
  async prepare({ path, content, executable }, { worktree }) {
    if (!worktree) return failure("There is nothing to write to here.");
    const unfit = unfitText(content) ?? unfitName(path);
    if (unfit !== undefined) return failure(unfit);
    const denied = await worktree.mayWrite(path);
    if (denied) return failure(denied.reason);
    const read = await worktree.readText(path);
    if (read.kind === "denied") return failure(read.reason);
    const before = read.kind === "text" ? read.text : undefined;
    const wanted = executable ?? isMeantToRun(path, content, read);
    return [
      {
        path,
        before,
        after: rewritten(content, before),
        ...(wanted !== undefined && { executable: wanted }),
      },
    ];
  },
  describe: (input, changes) =>
    `Wrote ${listedPath(input.path)}, ${counted(input.content.length)}${modeWords(input, changes[0]?.mode)}.`,
});

function counted(length: number): string {
  return length === 1 ? "1 character" : `${length} characters`;
}

/** A script that was executable stays so, and a new one in a folder for programs is meant to be run. */
function isMeantToRun(path: string, content: string, read: FileRead): true | undefined {
  if (!isScript(content)) return undefined;
  if (read.kind === "text") return read.executable ? true : undefined;
  return programFolder(path) === undefined ? undefined : true;
}

function programFolder(path: string): string | undefined {
  const folders = path.split("/").slice(0, -1);
  return folders.find((folder) => ["bin", "sbin", "libexec"].includes(folder));
}

function isScript(content: string): boolean {
  return content.startsWith("#!");
}

/** Names a mode that the author did not ask for, or may have forgotten. */
function modeWords(
  { path, content, executable }: { path: string; content: string; executable?: boolean | undefined },
  mode: string | undefined,
): string {
  const folder = programFolder(path);
  if (executable !== undefined) return executable ? ", executable" : "";
  if (mode !== undefined)
    return folder === undefined
      ? ", executable"
      : `, executable: it begins with #! and stands in ${folder}. If it is not a program, pass executable: false`;
  return isScript(content) ? ". It begins with #!; if people run it directly, pass executable: true" : "";
}
