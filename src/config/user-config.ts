import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { parseConfig } from "./parse-config.ts";
import { readTextFile } from "./read-text.ts";

const model = z.string().regex(/^[\w.-]+\/\S+$/, 'a model such as "provider/model"');

/** What a repository may never set: it lies in the person's own config folder. */
export const userConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  models: z
    .strictObject({ strong: model.optional(), fast: model.optional(), other: model.optional() })
    .optional(),
});
export type UserConfig = z.infer<typeof userConfigSchema>;

export async function readUserConfig(folder: string): Promise<UserConfig> {
  const file = join(folder, "config.json");
  const text = await readTextFile(file);
  return text === undefined ? {} : parseConfig(file, text, userConfigSchema);
}

/** Where the file lies, when there is one and it is as it should be, and whether others on this machine can read it. */
export async function findUserConfig(
  folder: string,
): Promise<{ path: string; readableByOthers: boolean } | undefined> {
  const path = join(folder, "config.json");
  await readUserConfig(folder);
  const found = await stat(path).catch(() => undefined);
  return found && { path, readableByOthers: (found.mode & 0o077) !== 0 };
}

/** A team names models by what they are for; what that means is the person's to say. */
export function modelNamed(name: string, { models = {} }: UserConfig): string {
  if (name === "strong" || name === "fast" || name === "other") return models[name] ?? name;
  return name;
}
