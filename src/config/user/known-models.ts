import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CanUseTools } from "../../core/terms/policy.ts";
import { readTextFile } from "../read-text-file.ts";

interface Found {
  readonly tools: boolean;
  /** Tokens that the model reads and writes in one request. */
  readonly window?: number;
  readonly at: string;
}
type Known = Readonly<Record<string, Found & { readonly check?: number }>>;

/** Which check found it. The first one blamed a model for the failures of its server. */
const thisCheck = 2;

/** What Huddle found out about models. It is in the person's state folder; if it is lost, Huddle can find it out again. */
export async function readKnownModels(folder: string): Promise<CanUseTools> {
  const known = await readKnown(folder);
  return (model) => {
    const found = known[model];
    return found && (found.tools || (found.check ?? 1) >= thisCheck) ? found.tools : undefined;
  };
}

/** The windows that were found out with the check of a model. */
export async function readKnownWindows(folder: string): Promise<(model: string) => number | undefined> {
  const known = await readKnown(folder);
  return (model) => known[model]?.window;
}

/** Keeps what Huddle found out about a model, for sessions that start from now on. `at`: when it was found out. */
export async function rememberModel(folder: string, model: string, found: Found): Promise<void> {
  const known = { ...(await readKnown(folder)), [model]: { ...found, check: thisCheck } };
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

/** A file that cannot be read counts as missing: nobody edits it by hand. */
async function readKnown(folder: string): Promise<Known> {
  const text = await readTextFile(fileIn(folder)).catch(() => undefined);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, Known[string]] => isFound(entry[1])),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function isFound(value: unknown): value is Found {
  if (typeof value !== "object" || value === null) return false;
  const { tools, at, window }: Partial<Record<keyof Found, unknown>> = value;
  const isWindow = window === undefined || (Number.isSafeInteger(window) && Number(window) > 0);
  return typeof tools === "boolean" && typeof at === "string" && isWindow;
}
