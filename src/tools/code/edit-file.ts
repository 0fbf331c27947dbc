import { z } from "zod";
import { defineTool, failure } from "../../core/work/tool.ts";

export const editFile = defineTool({
  name: "edit_file",
  summary: "Replace one piece of text in a file. The text to find must occur exactly once.",
  effect: "writes",
  input: z.object({ path: z.string(), find: z.string().min(1), replace: z.string() }),
  async prepare({ path, find, replace }, { worktree }) {
    if (!worktree) return failure("There is nothing to edit here.");
    const denied = await worktree.mayWrite(path);
    if (denied) return failure(denied.reason);
    const read = await worktree.readText(path);
    if (read.kind === "denied") return failure(read.reason);
    if (read.kind === "none") return failure(`There is no file at ${path}. Use write_file to create it.`);
    const count = countOf(read.text, find);
    if (count === 0)
      return failure(`That text does not occur in ${path}. Read the file and copy it exactly.`);
    if (count > 1)
      return failure(`That text occurs ${count} times in ${path}. Take more of what stands around it.`);
    return [{ path, before: read.text, after: read.text.replace(find, () => replace) }];
  },
  describe: ({ path }) => `Edited ${path}.`,
});

/** Overlapping places count too: the model could mean either. */
function countOf(text: string, find: string): number {
  let count = 0;
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + 1)) count++;
  return count;
}
