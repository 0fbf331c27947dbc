import { z } from "zod";
import type { Denied, Files, Found, SearchOptions } from "../../../core/ports/files.ts";
import { defineTool, failure, reply } from "../../../core/work/tool.ts";
import { renamed } from "../../renamed.ts";
import { onOneLine } from "./on-one-line.ts";

const max = 100;

export const searchCode = defineTool({
  name: "search_code",
  summary: "Find lines by an extended regular expression, as path:line: text.",
  effect: "reads",
  input: z.object({
    pattern: z.string().min(1).max(400),
    path: z.string().max(400).default(".").describe("folder, file or pattern"),
    ignoreCase: z.boolean().default(false),
  }),
  tidy: (input) =>
    renamed(input, { folder: "path", glob: "path", include: "path", ignore_case: "ignoreCase" }),
  async run({ pattern, path, ignoreCase }, { files }) {
    if (!files) return failure("There are no files to search here.");
    const where = /[*?{]/.test(path) ? { glob: path } : { folder: path };
    const exact = await files.search(pattern, { ...where, ignoreCase, max });
    const { found, isLoose } = ignoreCase
      ? { found: exact, isLoose: false }
      : await looser(files, pattern, where, exact);
    if (found.kind === "denied") return failure(found.reason);
    const { matches, more, literal } = found;
    const notes = [
      ...(isLoose ? ["(nothing matches exactly; these match with ignoreCase)"] : []),
      ...(literal ? ["(no valid expression, so it was searched as plain text)"] : []),
      ...(matches.length === 0 ? [`Nothing in ${onOneLine(path)} matches.`] : []),
      ...(more ? ["(there may be more; name a narrower path, or a longer pattern)"] : []),
    ];
    const lines = matches.map((match) => `${onOneLine(match.path)}:${match.line}: ${match.text}`);
    return reply([...lines, ...notes].join("\n"));
  },
});

/** What is found when case is ignored, if nothing is found otherwise: asking for that would take another request. */
async function looser(
  files: Files,
  pattern: string,
  where: Omit<SearchOptions, "max">,
  exact: Found | Denied,
): Promise<{ readonly found: Found | Denied; readonly isLoose: boolean }> {
  if (exact.kind === "denied" || exact.matches.length > 0) return { found: exact, isLoose: false };
  const found = await files.search(pattern, { ...where, ignoreCase: true, max });
  const isLoose = found.kind === "found" && found.matches.length > 0;
  return isLoose ? { found, isLoose } : { found: exact, isLoose };
}
