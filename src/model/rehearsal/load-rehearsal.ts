import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { Fault } from "../../core/fault.ts";
import { issueWords } from "../../core/text/issue-words.ts";
import { type Rehearsal, rehearsalSchema, type ScriptFault, scriptFaults } from "./rehearsal-script.ts";

/**
 * Reads `script.json` of a rehearsal folder. `{"$file": "t1/parse.js"}` anywhere in it stands for the text of
 * `files/t1/parse.js`, `{"$json": …}` for its value. An error in it is a fault that names the file and the place.
 */
export async function loadRehearsal(folder: string): Promise<Rehearsal> {
  const file = join(folder, "script.json");
  const script = await resolved(parsed(file, await textOf(file)), []);
  const result = rehearsalSchema.safeParse(script);
  if (!result.success) {
    const { issues } = result.error;
    throw wrong(
      file,
      issues.map((issue) => ({ path: issue.path, message: issueWords(issue, script) })),
    );
  }
  const faults = scriptFaults(result.data);
  if (faults.length > 0) throw wrong(file, faults);
  return result.data;

  async function resolved(value: unknown, path: readonly PropertyKey[]): Promise<unknown> {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value))
      return Promise.all(value.map((item, index) => resolved(item, [...path, index])));
    const entries = Object.entries(value);
    const [key, name] = entries.length === 1 ? (entries[0] ?? []) : [];
    if (key === "$file" || key === "$json") {
      const cited = join(folder, "files", checkedName(file, name, path));
      const text = await textOf(cited, `${file}, ${placeOf(path)}`);
      return key === "$file" ? text : parsed(cited, text);
    }
    const values = await Promise.all(
      entries.map(async ([each, item]) => [each, await resolved(item, [...path, each])] as const),
    );
    return Object.fromEntries(values);
  }
}

/** Allows only names below `files/`. */
function checkedName(file: string, name: unknown, path: readonly PropertyKey[]): string {
  if (typeof name === "string" && name === posix.normalize(name) && !/^(\/|\.\.|\.$)|\\/.test(name))
    return name;
  throw wrong(file, [{ path, message: `${JSON.stringify(name)} is not a path below files/` }]);
}

async function textOf(file: string, citedBy?: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const by = citedBy === undefined ? "" : ` (cited in ${citedBy})`;
    throw new Fault("config.invalid", `The rehearsal's file ${file}${by} cannot be read.`, { cause });
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("config.invalid", `${file} is not JSON: ${why}`, { cause });
  }
}

function wrong(file: string, faults: readonly ScriptFault[]): Fault {
  const places = faults.map(({ path, message }) => `\n  ${placeOf(path)}: ${message}`);
  return new Fault("config.invalid", `The rehearsal ${file} is not valid:${places.join("")}`);
}

/** `lines[3].calls[0].input` */
function placeOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`));
  return steps.join("").replace(/^\./, "") || "the whole file";
}
