import { z } from "zod";
import { changedFiles } from "../../core/text/changed-files.ts";
import { pathList } from "../../core/text/path-list.ts";
import { defineTool, failure, reply } from "../../core/work/tool.ts";
import { diffPages } from "./diff-pages.ts";
import { diffOf, slimDiff } from "./slim-diff.ts";

export const readDiff = defineTool({
  name: "read_diff",
  summary:
    "Show the change under review, a page at a time. Read all of it before you judge. Lock files, generated, binary and large data files are one line; ask for one by its path.",
  effect: "reads",
  input: z.object({
    page: z.int().positive().default(1),
    path: z.string().min(1).optional().describe("only this file or folder, in full"),
    since: z.boolean().optional().describe("only what was changed since the last review"),
    task: z.string().optional().describe("in a review of the whole: only what this task landed"),
  }),
  async run({ page, path, since, task }, { diff }) {
    if (!diff) return failure("There is no change to read here.");
    const all = await diff({ ...(since !== undefined && { since }), ...(task !== undefined && { task }) });
    if (typeof all !== "string") return all;
    if (all === "") return reply("Nothing was changed.");
    const change = path === undefined ? slimDiff(all) : diffOf(all, path);
    if (change === undefined)
      return failure(
        `The change has nothing at ${path}. It has: ${pathList(changedFiles(all).map((file) => file.path))}.`,
      );
    const pages = diffPages(change);
    const shown = pages[page - 1];
    if (shown === undefined)
      return failure(`There ${pages.length === 1 ? "is only 1 page" : `are only ${pages.length} pages`}.`);
    if (pages.length === 1) return reply(shown);
    const next = page < pages.length ? `; ask for page ${page + 1}` : ", the last";
    return reply(`${shown}\n(page ${page} of ${pages.length}${next})`);
  },
});
