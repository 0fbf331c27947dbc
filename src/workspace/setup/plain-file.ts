import { lstat, readFile } from "node:fs/promises";
import { unlessMissing } from "../unless-missing.ts";

/** Undefined: there is none. A link is not followed: what it leads to may lie anywhere. */
export async function plainBytes(path: string): Promise<Buffer | undefined> {
  const entry = await unlessMissing(lstat(path));
  return entry?.isFile() ? unlessMissing(readFile(path)) : undefined;
}

/** Undefined: it is no plain file, or no text. */
export async function plainText(path: string): Promise<string | undefined> {
  const bytes = await plainBytes(path);
  const text = bytes?.toString("utf8");
  return text !== undefined && bytes?.equals(Buffer.from(text)) ? text : undefined;
}
