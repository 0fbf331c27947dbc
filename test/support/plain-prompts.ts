import { readFile } from "node:fs/promises";
import type { Prompts } from "../../src/core/ports/prompts.ts";

/** Prompts that say no more than their names; schemas are those that ship. */
export const plainPrompts: Prompts = {
  read: async (name) => (name.endsWith(".schema.json") ? readFile(`prompts/${name}`, "utf8") : `[${name}]`),
  instructions: async () => undefined,
};
