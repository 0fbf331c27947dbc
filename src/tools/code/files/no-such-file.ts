import type { FileRead } from "../../../core/ports/files.ts";

/** Words for a path at which no file is. `otherwise`: what can be done about it. */
export function noSuchFile(path: string, read: FileRead, otherwise = "List its folder first."): string {
  const like = read.kind === "none" ? read.like : undefined;
  return like === undefined
    ? `There is no file at ${path}. ${otherwise}`
    : `There is no file at ${path}, but there is ${like}. Capitals count.`;
}
