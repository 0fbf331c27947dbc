import type { Check } from "../../src/core/policy.ts";
import type { Rehearsal } from "../../src/model/rehearsal-script.ts";

const loadAll =
  'import { readdirSync } from "node:fs"; import { pathToFileURL } from "node:url"; ' +
  'for (const file of readdirSync(".", { recursive: true })) ' +
  'if (file.endsWith(".test.js")) await import(pathToFileURL(file));';

/** All tests of a small project in one process. `node --test` starts one for each file, and that is what a check costs. */
export const testsInOneProcess: Check = {
  name: "tests",
  run: `node --test-reporter=tap --input-type=module --eval '${loadAll}'`,
};

/** The rehearsal with its own tests run in one process: for sessions that are played hundreds of times. */
export function inOneProcess(rehearsal: Rehearsal): Rehearsal {
  const checks = { ...rehearsal.policy.checks, quick: [testsInOneProcess], full: [testsInOneProcess] };
  return { ...rehearsal, policy: { ...rehearsal.policy, checks } };
}
