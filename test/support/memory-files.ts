import { matchesGlob } from "node:path";
import type { FileRead, Files, Found, SearchOptions } from "../../src/core/ports/files.ts";

/** Files in memory, flat, as tools see them. */
export function memoryFiles(files: ReadonlyMap<string, string>): Files {
  return {
    async readText(path): Promise<FileRead> {
      const text = files.get(path);
      return text === undefined ? { kind: "none" } : { kind: "text", text };
    },
    list: async () => [...files.keys()].sort(),
    match: async (glob) => [...files.keys()].filter((path) => matchesGlob(path, glob)).sort(),
    search: async (pattern, options) => search(files, pattern, options),
  };
}

function search(files: ReadonlyMap<string, string>, pattern: string, options: SearchOptions): Found {
  const { folder, glob, ignoreCase, max } = options;
  const expression = new RegExp(pattern, ignoreCase ? "i" : "");
  const all = [...files]
    .filter(([path]) => (folder ?? ".") === "." || path === folder || path.startsWith(`${folder}/`))
    .filter(([path]) => glob === undefined || matchesGlob(path, glob))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, content]) =>
      content.split("\n").flatMap((text, index) => {
        return expression.test(text) ? [{ path, line: index + 1, text }] : [];
      }),
    );
  return { kind: "found", matches: all.slice(0, max), more: all.length > max, literal: false };
}
