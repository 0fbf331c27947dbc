import { z } from "zod";
import { listedPath } from "../../../core/text/path-list.ts";
import { defineTool, failure } from "../../../core/work/tool.ts";
import { renamed } from "../../renamed.ts";
import { fileToRemove } from "./file-to-remove.ts";

export const deleteFile = defineTool({
  name: "delete_file",
  summary: "Delete a file, or a link. Folders that become empty go with it.",
  effect: "writes",
  contents: [],
  input: z.object({ path: z.string() }),
  tidy: (input) => renamed(input, { file: "path", file_path: "path" }),
  async prepare({ path }, { worktree }) {
    if (!worktree) return failure("There is nothing to delete here.");
    const there = await fileToRemove(worktree, path);
    if ("failed" in there) return there;
    if (there.kind === "link")
      return [{ path, before: there.target, after: undefined, shown: `a link to ${there.target}` }];
    // A person who is asked first reads what goes, if it is text.
    const read = await worktree.readText(path);
    return [{ path, before: read.kind === "text" ? read.text : { hash: there.hash }, after: undefined }];
  },
  describe: ({ path }, [change]) =>
    change?.shown === undefined
      ? `Deleted ${listedPath(path)}.`
      : `Deleted ${listedPath(path)}, which was ${change.shown}.`,
});
