import { z } from "zod";
import { defineTool, failure, reply } from "../../core/work/tool.ts";
import { onOneLine } from "./on-one-line.ts";

const most = 500;

export const listFiles = defineTool({
  name: "list_files",
  summary: "List a folder: its files, and its folders with a slash behind them.",
  effect: "reads",
  input: z.object({ folder: z.string().default(".") }),
  async run({ folder }, { files }) {
    if (!files) return failure("There are no files to list here.");
    const names = await files.list(folder);
    if ("kind" in names) return failure(names.reason);
    if (names.length === 0) return reply(`There are no files below ${folder}.`);
    const more = names.length > most ? `\n(${names.length - most} more; list a folder further down)` : "";
    return reply(`${names.slice(0, most).map(onOneLine).join("\n")}${more}`);
  },
});
