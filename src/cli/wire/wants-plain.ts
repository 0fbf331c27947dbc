import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether the person wants plain lines: `--plain` for one command, HUDDLE_PLAIN for a shell, "plain" in their settings
 * for good. HUDDLE_PLAIN=0 turns the settings off.
 */
export function wantsPlain(
  args: readonly string[],
  { HUDDLE_PLAIN: set }: NodeJS.ProcessEnv,
  configFolder: string,
): boolean {
  const end = args.indexOf("--");
  if (args.slice(0, end < 0 ? args.length : end).includes("--plain")) return true;
  if (set !== undefined && set !== "") return set !== "0" && set !== "false";
  return inSettings(join(configFolder, "config.json"));
}

/** Looked at before everything else, so only this line of it is read. Who uses the file checks it as a whole. */
function inSettings(path: string): boolean {
  try {
    const settings: unknown = JSON.parse(readFileSync(path, "utf8"));
    return (
      typeof settings === "object" && settings !== null && "plain" in settings && settings.plain === true
    );
  } catch {
    return false;
  }
}
