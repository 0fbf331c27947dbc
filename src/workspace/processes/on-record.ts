import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { discard } from "../remove-tree.ts";
import { type Site, scratch } from "../site.ts";
import { childrenOf } from "./child-record.ts";

/** Where a command keeps its temporary files, and where it writes down who it is. */
export interface OnRecord {
  readonly temporary: string;
  readonly record: string;
}

/** Makes both for one command, and takes them away when it has ended. */
export async function onRecord<T>(
  site: Pick<Site, "folder" | "fence">,
  kind: string,
  run: (places: OnRecord) => Promise<T>,
): Promise<T> {
  const temporary = await scratch(site, kind);
  const records = childrenOf(site.folder, site.fence);
  const record = join(records, basename(temporary));
  await mkdir(records, { recursive: true });
  try {
    return await run({ temporary, record });
  } finally {
    await rm(record, { force: true });
    await discard(temporary);
  }
}
