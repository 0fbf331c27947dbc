import { withValue } from "../edit-json.ts";
import { parseConfig } from "../parse-config.ts";
import { readTextFile } from "../read-text-file.ts";
import type { ModelRole } from "./model-named.ts";
import { oneWriter } from "./one-writer.ts";
import { userConfigPath } from "./user-config.ts";
import { userConfigSchema } from "./user-config-schema.ts";
import { writePrivate } from "./write-private.ts";

/**
 * Changes which model each role means in the person's own settings, and nothing else there. Afterwards only the owner
 * can read the file, whatever its mode was before.
 */
export async function writeModels(
  folder: string,
  roles: readonly ModelRole[],
  model: string,
): Promise<string> {
  const file = userConfigPath(folder);
  return oneWriter(file, async () => {
    const text = (await readTextFile(file)) ?? "{}\n";
    parseConfig(file, text, userConfigSchema);
    const changed = roles.reduce((at, role) => withValue(file, at, ["models", role], model), text);
    parseConfig(file, changed, userConfigSchema);
    await writePrivate(file, changed);
    return file;
  });
}
