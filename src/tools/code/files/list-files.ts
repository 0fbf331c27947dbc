import { z } from "zod";
import { defineTool, failure, reply } from "../../../core/work/tool.ts";
import { renamed } from "../../renamed.ts";
import { onOneLine } from "./on-one-line.ts";

const most = 500;

export const listFiles = defineTool({
  name: "list_files",
  summary: "List a folder: its files, and its folders with a slash behind them.",
  effect: "reads",
  input: z.object({ path: z.string().default(".") }),
  tidy: (input) => renamed(input, { folder: "path", directory: "path", dir: "path" }),
  async run({ path }, { files }) {
    if (!files) return failure("There are no files to list here.");
    const names = await files.list(path);
    if ("kind" in names) return failure(names.reason);
    if (names.length === 0) return reply(`There are no files below ${onOneLine(path)}.`);
    const more = names.length > most ? `\n(${names.length - most} more; list a folder further down)` : "";
    return reply(`${names.slice(0, most).map(onOneLine).join("\n")}${more}`);
  },
});
