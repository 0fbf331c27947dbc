import { z } from "zod";
import { defineTool, failure, reply } from "../../../core/work/tool.ts";
import { renamed } from "../../renamed.ts";
import { onOneLine } from "./on-one-line.ts";

const most = 500;

export const listFiles = defineTool({
  name: "list_files",
  summary: "List a folder (folders end in /), or all files below it by pattern.",
  effect: "reads",
  input: z.object({
    path: z.string().default("."),
    pattern: z.string().max(400).optional().describe("src/**/*.js"),
  }),
  tidy: (input) =>
    renamed(input, { folder: "path", directory: "path", dir: "path", glob: "pattern", include: "pattern" }),
  async run({ path, pattern }, { files }) {
    if (!files) return failure("There are no files to list here.");
    const glob = globOf(path, pattern);
    const names = await (glob === undefined ? files.list(path) : files.match(glob));
    if ("kind" in names) return failure(names.reason);
    if (names.length === 0)
      return reply(
        glob === undefined
          ? `There are no files below ${onOneLine(path)}.`
          : `No file matches ${onOneLine(glob)}.`,
      );
    const further = glob === undefined ? "list a folder further down" : "take a narrower pattern";
    const more = names.length > most ? `\n(${names.length - most} more; ${further})` : "";
    return reply(`${names.slice(0, most).map(onOneLine).join("\n")}${more}`);
  },
});

/** A pattern from the top. Undefined: a folder is meant. A pattern without a slash means files in any folder. */
function globOf(path: string, pattern: string | undefined): string | undefined {
  if (pattern === undefined) return /[*?{]/.test(path) ? path : undefined;
  const folder = path.split("/").filter((part) => part !== "" && part !== ".");
  if (folder.length === 0) return pattern;
  return [...folder, ...(pattern.includes("/") ? [] : ["**"]), pattern.replace(/^(?:\.\/)+/, "")].join("/");
}
