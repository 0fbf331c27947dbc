import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { CanUseTools } from "../core/policy.ts";
import { readTextFile } from "./read-text.ts";

const knownSchema = z.record(z.string(), z.looseObject({ tools: z.boolean(), at: z.string() }));
type Known = z.infer<typeof knownSchema>;

/** What was found out about models. It lies in the person's state folder and can be found out again when it is gone. */
export async function readKnownModels(folder: string): Promise<CanUseTools> {
  const known = await readKnown(folder);
  return (model) => known[model]?.tools;
}

/** Keeps what was found out about a model, for the sessions that start from now on. `at`: when that was. */
export async function rememberModel(
  folder: string,
  model: string,
  found: { readonly tools: boolean; readonly at: string },
): Promise<void> {
  const known = { ...(await readKnown(folder)), [model]: { ...found } };
  const draft = `${fileIn(folder)}.new`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${JSON.stringify(known, undefined, 2)}\n`);
    await rename(draft, fileIn(folder));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function fileIn(folder: string): string {
  return join(folder, "models.json");
}

/** A file that cannot be read is as good as none: nobody writes into it by hand. */
async function readKnown(folder: string): Promise<Known> {
  const text = await readTextFile(fileIn(folder)).catch(() => undefined);
  if (text === undefined) return {};
  try {
    return knownSchema.catch({}).parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
