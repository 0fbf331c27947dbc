import { lstat } from "node:fs/promises";
import { unlessMissing } from "../unless-missing.ts";

/** Whether anything is at this path. */
export async function stands(path: string): Promise<boolean> {
  return (await unlessMissing(lstat(path))) !== undefined;
}
