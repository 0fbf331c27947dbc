import type { Looked, Worktree } from "../../../core/ports/files.ts";
import { failure, type ToolResult } from "../../../core/work/tool.ts";
import { noSuchFile } from "./no-such-file.ts";

type There = Extract<Looked, { kind: "file" | "link" }>;

/** The file or link at a path that is to go, or why it stays. */
export async function fileToRemove(worktree: Worktree, path: string): Promise<There | ToolResult> {
  const there = await worktree.look(path);
  if (there.kind === "none") return failure(noSuchFile(path, await worktree.readText(path)));
  if (there.kind === "denied")
    return failure(isFolder(there.reason) ? `${there.reason} Name its files one by one.` : there.reason);
  if (there.kind === "link") return there;
  const denied = await worktree.mayWrite(path);
  return denied ? failure(denied.reason) : there;
}

export function isFolder(reason: string): boolean {
  return / is a folder\.$/.test(reason);
}
