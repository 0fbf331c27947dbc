import { z } from "zod";
import { defineTool, failure, reply } from "../../core/work/tool.ts";
import { page, startOfPage } from "./page.ts";

const linesPerPage = 600;

export const readDiff = defineTool({
  name: "read_diff",
  summary: "Show the change under review, a page at a time. Read all of it before you judge.",
  effect: "reads",
  input: z.object({
    page: z.int().positive().default(1),
    since: z.boolean().optional().describe("only what was changed since the last review"),
    task: z.string().optional().describe("in a review of the whole: only what this task landed"),
  }),
  async run({ page: number, since, task }, { diff }) {
    if (!diff) return failure("There is no change to read here.");
    const change = await diff({ ...(since !== undefined && { since }), ...(task !== undefined && { task }) });
    if (change === "") return reply("Nothing was changed.");
    return reply(
      page(
        change,
        startOfPage(change, number, linesPerPage),
        linesPerPage,
        (line) => line,
        () => `ask for page ${number + 1}`,
      ),
    );
  },
});
