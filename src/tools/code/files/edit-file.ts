import { z } from "zod";
import { listedPath } from "../../../core/text/path-list.ts";
import { defineTool, failure } from "../../../core/work/tool.ts";
import { renamed, renamedIn } from "../../renamed.ts";
import { type Edit, editText } from "./edit-text.ts";
import { noSuchFile } from "./no-such-file.ts";
import { unfitText } from "./unfit-text.ts";

const find = z.string().min(1);
const replace = z.string();
const others = { old_string: "find", new_string: "replace", old: "find", new: "replace" };

export const editFile = defineTool({
  name: "edit_file",
  summary:
    "Replace text in a file; each text to find must occur exactly once. Give find and replace, or several edits, which are made in order, all or none.",
  effect: "writes",
  contents: ["find", "replace", ...Object.keys(others)],
  input: z.object({
    path: z.string(),
    find: find.optional(),
    replace: replace.optional(),
    edits: z.array(z.object({ find, replace })).max(50).optional(),
    executable: z.boolean().optional().describe("true: people run this file directly, as a program"),
  }),
  tidy: (input) => renamedIn(renamed(input, others), "edits", others),
  async prepare(input, { worktree }, redact) {
    const { path, executable } = input;
    if (!worktree) return failure("There is nothing to edit here.");
    const edits = editsOf(input);
    if (edits.length === 0 && executable === undefined)
      return failure("Nothing to edit: give find and replace, or edits.");
    const unfit = edits.map((edit) => unfitText(edit.replace)).find((why) => why !== undefined);
    if (unfit !== undefined) return failure(unfit);
    const read = await worktree.readText(path);
    if (read.kind === "denied") return failure(read.reason);
    if (read.kind === "none") return failure(noSuchFile(path, read, "Use write_file to create it."));
    const denied = await worktree.mayWrite(path);
    if (denied) return failure(denied.reason);
    const edited = editText(read.text, edits, { path, redact });
    if ("wrong" in edited) return failure(edited.wrong);
    const mode = executable === undefined ? {} : { executable };
    return [{ path, before: read.text, after: edited.after, shown: edited.shown, ...mode }];
  },
  describe({ path, executable }, [change]) {
    const mode = executable === undefined ? "" : `, ${executable ? "" : "not "}executable`;
    return change?.shown
      ? `Edited ${listedPath(path)}${mode}:\n${change.shown}`
      : `Edited ${listedPath(path)}${mode}.`;
  },
});

/** Text to find without a replacement is removed. */
function editsOf(input: {
  readonly find?: string | undefined;
  readonly replace?: string | undefined;
  readonly edits?: readonly Edit[] | undefined;
}): readonly Edit[] {
  const one = input.find === undefined ? [] : [{ find: input.find, replace: input.replace ?? "" }];
  return [...one, ...(input.edits ?? [])];
}
