import { readFile } from "node:fs/promises";
import { holdTo } from "../../src/config/prompts/hold-to.ts";
import type { Prompts } from "../../src/core/ports/prompts.ts";

/** Prompts that say no more than their names; schemas are those that ship. */
export const plainPrompts: Prompts = {
  read: async (name) => (name.endsWith(".schema.json") ? readFile(`prompts/${name}`, "utf8") : `[${name}]`),
  holdTo: async (schema) => holdTo(schema),
  instructions: async () => undefined,
};
