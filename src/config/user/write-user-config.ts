import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { parseConfig } from "../parse-config.ts";
import { readTextFile } from "../read-text-file.ts";
import type { ModelRole } from "./model-named.ts";
import { type UserConfig, userConfigPath } from "./user-config.ts";
import { userConfigSchema } from "./user-config-schema.ts";

/**
 * Changes which model each role means in the person's own settings, and nothing else there. The file is for its owner
 * alone afterwards, whatever it was before.
 */
export async function writeModels(
  folder: string,
  roles: readonly ModelRole[],
  model: string,
): Promise<string> {
  const file = userConfigPath(folder);
  const text = await readTextFile(file);
  const config: UserConfig = text === undefined ? {} : parseConfig(file, text, userConfigSchema);
  const models = { ...config.models, ...Object.fromEntries(roles.map((role) => [role, model])) };
  const changed = `${JSON.stringify({ ...config, models }, undefined, 2)}\n`;
  parseConfig(file, changed, userConfigSchema);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.new`;
  try {
    await writeFile(temporary, changed, { mode: 0o600 });
    await chmod(temporary, 0o600);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return file;
}
