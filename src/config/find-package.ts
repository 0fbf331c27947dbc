import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package's folder: the nearest one above with prompts. Bundling moves code, so no relative path to it is fixed. */
export function findPackage(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) && existsSync(join(folder, "prompts"))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package.json with prompts/ above ${from}`);
  }
}
