import { z } from "zod";
import { defineTool, failure, reply } from "../../core/work/tool.ts";
import { page, startOfPage } from "./page.ts";

const linesPerPage = 600;

export const readDiff = defineTool({
  name: "read_diff",
  summary: "Show the change under review, a page at a time. Read all of it before you judge.",
  effect: "reads",
  input: z.object({ page: z.int().positive().default(1) }),
  async run({ page: number }, { diff }) {
    if (!diff) return failure("There is no change to read here.");
    const change = await diff();
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
