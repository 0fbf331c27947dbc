import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "./child.mjs";
import { root } from "./setup.mjs";

/**
 * Runs a development tool from node_modules with this Node, without a shell.
 *
 * @param {string} name the package, e.g. "vitest"
 * @param {readonly string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv, bin?: string }} [options] bin: if not called like the package
 */
export function runTool(name, args, { bin = name, ...options } = {}) {
  const folder = join(root, "node_modules", name);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const program = join(folder, typeof about.bin === "string" ? about.bin : about.bin[bin]);
  return runNode([program, ...args], options);
}
