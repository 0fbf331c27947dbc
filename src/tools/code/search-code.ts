import { z } from "zod";
import { defineTool, failure, reply } from "../../core/work/tool.ts";
import { onOneLine } from "./on-one-line.ts";

const max = 100;

export const searchCode = defineTool({
  name: "search_code",
  summary: "Find lines by an extended regular expression, as path:line: text.",
  effect: "reads",
  input: z.object({ pattern: z.string().min(1).max(400), folder: z.string().default(".") }),
  async run({ pattern, folder }, { files }) {
    if (!files) return failure("There are no files to search here.");
    const found = await files.search(pattern, { folder, max });
    if (found.kind === "denied") return failure(found.reason);
    const { matches, more, literal } = found;
    const notes = [
      ...(literal ? ["(no valid expression, so it was searched as plain text)"] : []),
      ...(matches.length === 0 ? [`Nothing in ${onOneLine(folder)} matches.`] : []),
      ...(more ? ["(there may be more; name a folder, or a longer pattern)"] : []),
    ];
    const lines = matches.map(({ path, line, text }) => `${onOneLine(path)}:${line}: ${text}`);
    return reply([...lines, ...notes].join("\n"));
  },
});
