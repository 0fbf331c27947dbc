import type { Change } from "../../core/facts/change-schema.ts";
import type { Looked, Worktree } from "../../core/ports/files.ts";
import { pathList } from "../../core/text/path-list.ts";
import { failure, type ToolResult } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";

/**
 * Makes each path what the intent says. Works from the intent alone, so it does the same the first time and after a
 * kill: a path that is already as after is done, one as before is written, and any other is left alone.
 * Undefined: all paths are as intended. Stops at the first that is not: a file may be removed only because another
 * was written.
 */
export async function applyChanges<T>(
  run: LoopRun<T>,
  changes: readonly Change[],
): Promise<ToolResult | undefined> {
  const { worktree } = run.hands;
  if (!worktree) return failure("There is nothing to write to here.");
  for (const [index, change] of changes.entries()) {
    const fault = await apply(run, worktree, change);
    if (fault === undefined) continue;
    const done = changes.slice(0, index).map(({ path }) => path);
    return failure(done.length === 0 ? fault : `${fault} Already changed: ${pathList(done)}.`);
  }
  return undefined;
}

/** What stands in the way, in words for the model. */
async function apply<T>(run: LoopRun<T>, worktree: Worktree, change: Change): Promise<string | undefined> {
  const { path, before, after, mode } = change;
  const executable = mode === undefined ? undefined : mode === "100755";
  const there = await worktree.look(path);
  if (there.kind === "denied") return there.reason;
  const now = hashOf(run, there);
  const hasMode =
    executable === undefined || (there.kind === "file" && (there.executable ?? false) === executable);
  if (now === after && hasMode) return undefined;
  if (now !== before && now !== after)
    return `${path} was changed meanwhile by somebody else. Read it again before you write.`;
  const content = await contentOf(run, change);
  if (content === "lost") return `This call was interrupted before it changed ${path}. Call it again.`;
  return (await worktree.write(path, content.text, executable))?.reason;
}

/** The content of a link is where it leads, as git has it. */
function hashOf<T>({ context }: LoopRun<T>, there: Exclude<Looked, { kind: "denied" }>): string | null {
  switch (there.kind) {
    case "file":
      return there.hash;
    case "link":
      return context.hash(there.target);
    case "none":
      return null;
  }
}

/** "lost": the side file is gone, or an intent of an older version names none. */
async function contentOf<T>(
  { context }: LoopRun<T>,
  { after, content }: Change,
): Promise<{ readonly text: string | undefined } | "lost"> {
  if (after === null) return { text: undefined };
  const text = typeof content === "string" ? await context.blobs.get(content) : undefined;
  return text === undefined ? "lost" : { text };
}
