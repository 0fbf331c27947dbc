import { posix } from "node:path";
import ts from "typescript";
import type { Report, Sizes, Violation } from "./rules.ts";

/** No file and no function grows beyond what one reads at a sitting. */
export function checkFileSize(path: string, source: ts.SourceFile, sizes: Sizes, report: Report): void {
  if (sizes.lists.includes(path)) return;
  const lines = source.getLineAndCharacterOfPosition(source.end).line;
  if (lines > sizes.linesInFile) report(0, `${lines} lines; at most ${sizes.linesInFile} in one file`);
  const visit = (node: ts.Node): void => {
    const length = ts.isFunctionLike(node) ? linesOf(node, source) : 0;
    if (length > sizes.linesInFunction) {
      report(node.getStart(source), `${length} lines; at most ${sizes.linesInFunction} in one function`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Folders that hold more files than one takes in at a glance. */
export function crowdedRooms(paths: readonly string[], sizes: Sizes): Violation[] {
  const folders = new Map<string, string[]>();
  for (const path of paths)
    folders.set(posix.dirname(path), [...(folders.get(posix.dirname(path)) ?? []), path]);
  return [...folders].flatMap(([folder, files]) => {
    if (files.length <= sizes.filesInRoom || sizes.lists.includes(folder)) return [];
    return [{ at: folder, message: `${files.length} files; at most ${sizes.filesInRoom} in one room` }];
  });
}

function linesOf(node: ts.Node, source: ts.SourceFile): number {
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return lineAt(node.end) - lineAt(node.getStart(source)) + 1;
}
