import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { findViolations } from "./find-violations.ts";
import { isTest } from "./rules.ts";
import { rules } from "./table.ts";

const root = process.cwd(); // npm and vitest both start at the root; this file is also run as a bundle, elsewhere

/** Holds everything that ships to the table: one line for each violation. */
export async function checkSources(): Promise<string[]> {
  return findViolations(await sources(), rules).map(({ at, message }) => `${at} ${message}`);
}

/** Path to text of every source. Tests may do as they like, so they are not even read. */
export async function sources(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const top of ["src", "web"]) {
    const entries = await readdir(join(root, top), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || isTest(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(relative(root, path).split(sep).join("/"), await readFile(path, "utf8"));
    }
  }
  return files;
}
