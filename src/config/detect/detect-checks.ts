import { join } from "node:path";
import { readTextFile } from "../read-text-file.ts";
import { type Detected, looked, nothing, type ProjectFiles } from "./detected.ts";
import { fromDotnet } from "./from-dotnet.ts";
import { fromJava } from "./from-java.ts";
import { fromJust, fromMake } from "./from-makers.ts";
import { fromDeno, fromNode } from "./from-node.ts";
import { fromCargo, fromComposer, fromGo, fromMix } from "./from-others.ts";
import { fromPython } from "./from-python.ts";
import { fromRuby } from "./from-ruby.ts";

/** The files of a project that fit these patterns of git and that a clean checkout of it can have. */
export type Kept = (root: string, patterns: readonly string[]) => Promise<readonly string[]>;

/**
 * How this project is tested, as far as its files tell. The first tool chain found wins. Checks run in clean checkouts,
 * so a file that git ignores tells nothing.
 */
export async function detectChecks(root: string, kept: Kept): Promise<Detected> {
  const paths = await kept(root, looked);
  const there = new Set(paths);
  const files: ProjectFiles = {
    has: (path) => there.has(path),
    like: (pattern) => paths.filter((path) => pattern.test(path)),
    read: async (path) =>
      there.has(path) ? readTextFile(join(root, path)).catch(() => undefined) : undefined,
  };
  for (const detect of detectors) {
    const found = await detect(files);
    if (found.checks.length > 0) return found;
  }
  return nothing;
}

const detectors = [
  ...[fromNode, fromDeno, fromCargo, fromGo, fromPython, fromJava, fromDotnet, fromMix],
  ...[fromRuby, fromComposer, fromJust, fromMake],
];
