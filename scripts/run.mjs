// npm run bench, npm run killwalk: builds a development program and runs it. Arguments go to the program.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { prepare, progress, root, SetupError } from "./setup.mjs";

/** @type {Record<string, string>} */
const programs = { bench: "bench/main.js", killwalk: "test/killwalk.js" };

try {
  const [name = "", ...args] = process.argv.slice(2);
  const program = programs[name];
  if (program === undefined)
    throw new SetupError(`Unknown program "${name}". There are: ${Object.keys(programs)}`);
  await prepare();
  const { build } = await import("./build.mjs");
  await build(["product", "development"], { onBuild: (target) => progress(`Building (${target}) …`) });
  const path = join(root, "build", program);
  if (!existsSync(path)) throw new SetupError(`There is no ${program.replace(/\.js$/, ".ts")} yet.`);
  const child = spawn(process.execPath, [path, ...args], { stdio: "inherit" });
  process.on("SIGINT", () => undefined); // the terminal sends it to the program as well
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  progress(error.message);
  process.exitCode = 1;
}
