import { visible } from "./visible.ts";

const most = 12;

/** Paths in a sentence, and how many more there are. */
export function pathList(paths: readonly string[], atMost = most): string {
  const shown = paths.slice(0, atMost).map(listedPath).join(", ");
  const more = paths.length - atMost;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A path among others, on one line. One that could be taken for two, or for a part of the sentence, is a JSON string. */
export function listedPath(path: string): string {
  return visible(unclear.test(path) ? JSON.stringify(path) : path);
}

const unclear = /[\s\p{Cc},;:"'`\\]|^$|\.$/u;
