import { join } from "node:path";
import { Fault } from "../core/fault.ts";
import type { Prompts } from "../core/ports.ts";
import { readTextFile } from "./read-text.ts";

/** Prompt files: the project's own come before the ones that ship, name by name. */
export function readPrompts(folders: readonly string[]): Prompts {
  return {
    async read(name) {
      if (!/^[a-z][a-z0-9-]*\.md$/.test(name)) throw unknownPrompt(name, folders);
      for (const folder of folders) {
        const text = await readTextFile(join(folder, name));
        if (text !== undefined) return text;
      }
      throw unknownPrompt(name, folders);
    },
  };
}

function unknownPrompt(name: string, folders: readonly string[]): Fault {
  return new Fault("prompt.missing", `There is no file ${name} in ${folders.join(" or ")}.`);
}
