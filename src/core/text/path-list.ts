import { oneLine } from "./one-line.ts";

const most = 12;

/** Paths in a sentence, and how many more there are. */
export function pathList(paths: readonly string[]): string {
  const shown = paths.slice(0, most).map(oneLine).join(", ");
  const more = paths.length - most;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
