import { z } from "zod";
import { defineTool, failure, reply } from "../../../core/work/tool.ts";
import { renamed } from "../../renamed.ts";
import { numbered, page } from "../page.ts";
import { noSuchFile } from "./no-such-file.ts";

/** Most lines of a file at once, if no number is given. */
const mostLines = 1_000;

export const readFile = defineTool({
  name: "read_file",
  summary: "Show a text file with line numbers, whole or a part.",
  effect: "reads",
  input: z.object({
    path: z.string().describe("from the repository root"),
    from: z.int().positive().default(1).describe("first line"),
    lines: z.int().positive().optional().describe("how many; left out: all that fit"),
  }),
  tidy: (input) => renamed(input, { offset: "from", start: "from", limit: "lines", count: "lines" }),
  async run({ path, from, lines = mostLines }, { files }) {
    if (!files) return failure("There are no files to read here.");
    const read = await files.readText(path);
    if (read.kind === "denied") return failure(read.reason);
    if (read.kind === "none") return failure(noSuchFile(path, read));
    return reply(page(read.text, from, lines, numbered, (line) => `read on from ${line}`));
  },
});
