import { z } from "zod";
import { defineTool, failure, reply } from "../../core/work/tool.ts";
import { page } from "./page.ts";

export const readFile = defineTool({
  name: "read_file",
  summary: "Show a text file with line numbers, 400 lines at a time.",
  effect: "reads",
  input: z.object({
    path: z.string().describe("relative to the repository root"),
    from: z.int().positive().default(1).describe("first line"),
  }),
  async run({ path, from }, { files }) {
    if (!files) return failure("There are no files to read here.");
    const read = await files.readText(path);
    if (read.kind === "denied") return failure(read.reason);
    if (read.kind === "none") return failure(`There is no file at ${path}. List its folder first.`);
    return reply(
      page(
        read.text,
        from,
        400,
        (line, number) => `${number}\t${line}`,
        (line) => `ask from ${line}`,
      ),
    );
  },
});
