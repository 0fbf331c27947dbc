import { z } from "zod";
import { defineTool, failure } from "../../core/work/tool.ts";

export const writeFile = defineTool({
  name: "write_file",
  summary: "Create a file or replace it whole. For a small change in a large file use edit_file.",
  effect: "writes",
  input: z.object({ path: z.string(), content: z.string().max(400_000) }),
  async prepare({ path, content }, { worktree }) {
    if (!worktree) return failure("There is nothing to write to here.");
    const denied = await worktree.mayWrite(path);
    if (denied) return failure(denied.reason);
    const read = await worktree.readText(path);
    if (read.kind === "denied") return failure(read.reason);
    return [{ path, before: read.kind === "text" ? read.text : undefined, after: content }];
  },
  describe: ({ path, content }) => `Wrote ${path}, ${content.length} characters.`,
});
