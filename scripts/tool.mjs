// Runs a development tool from node_modules with this Node, without a shell.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

/**
 * @typedef {{ code: number, output: string, tookMs: number }} Ran
 * @param {string} name the package, e.g. "vitest"
 * @param {readonly string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv, bin?: string }} [options] show: output goes to the terminal
 * @returns {Promise<Ran>}
 */
export function runTool(name, args, { show = false, env = process.env, bin = name } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, [programOf(name, bin), ...args], {
    cwd: root,
    env,
    stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output, tookMs: performance.now() - started }));
  });
}

/** @param {string} name @param {string} bin */
function programOf(name, bin) {
  const folder = join(root, "node_modules", name);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof about.bin === "string" ? about.bin : about.bin[bin]);
}
