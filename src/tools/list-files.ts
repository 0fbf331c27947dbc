import { z } from "zod";
import { defineTool, failure, reply } from "../core/tool.ts";

const most = 500;

export const listFiles = defineTool({
  name: "list_files",
  summary: "List a folder: its files, and its folders with a slash behind them.",
  effect: "reads",
  input: z.object({ folder: z.string().default(".") }),
  async run({ folder }, { worktree }) {
    if (!worktree) return failure("There are no files to list here.");
    const files = await worktree.list(folder);
    if ("kind" in files) return failure(files.reason);
    if (files.length === 0) return reply(`There are no files below ${folder}.`);
    const more = files.length > most ? `\n(${files.length - most} more; list a folder further down)` : "";
    return reply(`${files.slice(0, most).join("\n")}${more}`);
  },
});
