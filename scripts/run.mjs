// npm run bench, npm run builds, npm run killwalk: builds a development program and runs it. Arguments go to the program.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { orExplain, prepare, progress, root, SetupError } from "./setup.mjs";

/** @type {Record<string, string>} */
const programs = { bench: "bench/main.js", builds: "test/random-builds.js", killwalk: "test/killwalk.js" };

await orExplain(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const program = programs[name];
  if (program === undefined)
    throw new SetupError(`No program "${name}". There are: ${Object.keys(programs)}`);
  await prepare();
  const { build } = await import("./build.mjs");
  await build(["product", "development"], { onBuild: (target) => progress(`Building (${target}) …`) });
  const path = join(root, "build", program);
  if (!existsSync(path)) throw new SetupError(`There is no ${program.replace(/\.js$/, ".ts")} yet.`);
  const { runNode } = await import("./child.mjs");
  return (await runNode([path, ...args], { show: true })).code;
});
