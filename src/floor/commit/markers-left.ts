import type { Files } from "../../core/ports/files.ts";
import { conflictMarker } from "../../core/reports/change/conflict-marker.ts";
import { listedPath } from "../../core/text/path-list.ts";

/** More changed files than these are not looked into. */
const mostRead = 200;

/** Where changed files leave two versions of something, as `path:line`, one place a file. Those of the base do not count. */
export async function markersLeft(
  changed: readonly string[],
  { now, before }: { readonly now: Files; readonly before: Files },
): Promise<readonly string[]> {
  const places: string[] = [];
  for (const path of changed.slice(0, mostRead)) {
    const line = await markerIn(now, path);
    if (line !== undefined && (await markerIn(before, path)) === undefined)
      places.push(`${listedPath(path)}:${line}`);
  }
  return places;
}

async function markerIn(files: Files, path: string): Promise<number | undefined> {
  const read = await files.readText(path);
  return read.kind === "text" ? conflictMarker(read.text) : undefined;
}
