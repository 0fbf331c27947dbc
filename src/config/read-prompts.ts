import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../core/fault.ts";
import type { Prompts } from "../core/ports.ts";

/** Prompt files: the project's own come before the ones that ship, name by name. */
export function readPrompts(folders: readonly string[]): Prompts {
  return {
    async read(name) {
      if (!/^[a-z][a-z0-9-]*\.md$/.test(name)) throw unknownPrompt(name, folders);
      for (const folder of folders) {
        const text = await textOf(join(folder, name));
        if (text !== undefined) return text;
      }
      throw unknownPrompt(name, folders);
    },
  };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Fault("prompt.missing", `The file ${path} cannot be read (${code ?? "unknown reason"}).`, {
      cause: error,
    });
  }
}

function unknownPrompt(name: string, folders: readonly string[]): Fault {
  return new Fault("prompt.missing", `There is no file ${name} in ${folders.join(" or ")}.`);
}
