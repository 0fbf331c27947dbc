import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CanUseTools } from "../../core/terms/policy.ts";
import { readTextFile } from "../read-text-file.ts";

interface Found {
  readonly tools: boolean;
  readonly at: string;
}
type Known = Readonly<Record<string, Found>>;

/** What was found out about models. It lies in the person's state folder and can be found out again when it is gone. */
export async function readKnownModels(folder: string): Promise<CanUseTools> {
  const known = await readKnown(folder);
  return (model) => known[model]?.tools;
}

/** Keeps what was found out about a model, for the sessions that start from now on. `at`: when that was. */
export async function rememberModel(folder: string, model: string, found: Found): Promise<void> {
  const known = { ...(await readKnown(folder)), [model]: { ...found } };
  const temporary = `${fileIn(folder)}.new`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(temporary, `${JSON.stringify(known, undefined, 2)}\n`);
    await rename(temporary, fileIn(folder));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function fileIn(folder: string): string {
  return join(folder, "models.json");
}

/** What cannot be read is as good as not there: nobody writes into the file by hand. */
async function readKnown(folder: string): Promise<Known> {
  const text = await readTextFile(fileIn(folder)).catch(() => undefined);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, Found] => isFound(entry[1])),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function isFound(value: unknown): value is Found {
  if (typeof value !== "object" || value === null) return false;
  const { tools, at }: Partial<Record<keyof Found, unknown>> = value;
  return typeof tools === "boolean" && typeof at === "string";
}
