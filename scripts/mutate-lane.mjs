// One copy of the tree, in which things may be broken, and a vitest that stays warm. Started by scripts/mutate.mjs
// with the copy's folder; takes one order at a time and answers it.

import { join } from "node:path";
import { loadConfigFromFile } from "vite";
import { createVitest } from "vitest/node";

/**
 * @typedef {{ file: string, ids?: string[] }} Chosen
 * @typedef {{ changed: string[], run: Chosen[], bail: boolean }} Order
 * @typedef {{ file: string, id: string, name: string, ok: boolean, ms: number, reached: string[] }} Ran
 * @typedef {{ ran: Ran[], broken: string[] }} Answer
 */

/** Those tests of whole sessions that need no program to be built. */
const sessions =
  "test/integration/{baseline,budget,calculator,conversation,engine,floor,git-*,gotg-dead-ends,hostile-*,loop-faults,money-on-screen,provider-*,rounds,run-command,second-face,weaker-tests}.test.ts";

const copy = process.argv[2] ?? "";
process.chdir(copy);
const vitest = await open();
const all = await vitest.globTestSpecifications();
/** @type {Map<string, import("vitest/node").TestSpecification>} */
const byFile = new Map(all.map((one) => [one.moduleId.slice(copy.length + 1), one]));

process.on(
  "message",
  (/** @type {Order} */ order) => void obey(order).then((answer) => process.send?.(answer)),
);
// Whoever started it is gone: it leads a group of its own, and ends with all its tests.
process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));
process.send?.({ files: [...byFile.keys()] });

/** The tests as `npm test` runs them, with a watch on what they reach. */
async function open() {
  const found = await loadConfigFromFile({ command: "serve", mode: "test" }, join(copy, "vitest.config.ts"));
  const { projects } = /** @type {any} */ (found).config.test;
  const unit = projects.find((/** @type {any} */ one) => one.test.name === "unit").test;
  const setup = join(copy, "scripts/reach-setup.mjs");
  return createVitest("test", {
    ...unit,
    root: copy,
    config: false,
    watch: false,
    reporters: [{}],
    include: [...unit.include, sessions],
    setupFiles: [setup],
    maxWorkers: 1,
  });
}

/** @param {Order} order @returns {Promise<Answer>} */
async function obey({ changed, run, bail }) {
  for (const path of changed) vitest.invalidateFile(join(copy, path));
  vitest.config.bail = bail ? 1 : 0;
  for (const { config } of vitest.projects) config.bail = bail ? 1 : 0;
  const specifications = run.flatMap(({ file, ids }) => {
    const found = byFile.get(file);
    if (!found) return [];
    return [ids ? found.project.createSpecification(found.moduleId, { testIds: ids }) : found];
  });
  const result = await vitest.runTestSpecifications(specifications);
  // Vitest tells what it knows of all files, also of those that it ran earlier.
  const files = new Set(specifications.map(({ moduleId }) => moduleId));
  const testModules = result.testModules.filter(({ moduleId }) => files.has(moduleId));
  return {
    ran: testModules.flatMap(testsOf),
    broken: [...testModules.flatMap(errorsOf), ...result.unhandledErrors.map(String)],
  };
}

/** @param {import("vitest/node").TestModule} module @returns {Ran[]} */
function testsOf(module) {
  const file = module.moduleId.slice(copy.length + 1);
  return [...module.children.allTests()].flatMap((test) => {
    const { state } = test.result();
    if (state !== "passed" && state !== "failed") return [];
    const { reached = [] } = /** @type {{ reached?: string[] }} */ (test.meta());
    const ms = test.diagnostic()?.duration ?? 0;
    return [{ file, id: test.id, name: test.fullName, ok: state === "passed", ms, reached }];
  });
}

/** A file that could not be loaded is noticed, too. @param {import("vitest/node").TestModule} module */
function errorsOf(module) {
  return module.errors().map(({ message }) => `${module.moduleId.slice(copy.length + 1)}: ${message}`);
}
