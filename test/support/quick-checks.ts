import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Check } from "../../src/core/terms/policy.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";

const loadAll =
  'import { readdirSync } from "node:fs"; import { pathToFileURL } from "node:url"; ' +
  'for (const file of readdirSync(".", { recursive: true })) ' +
  'if (file.endsWith(".test.js")) await import(pathToFileURL(file));';

/** All tests of a small project in one process. `node --test` starts one for each file, and that is what a check costs. */
export const testsInOneProcess: Check = {
  name: "tests",
  run: `node --test-reporter=tap --input-type=module --eval '${loadAll}'`,
};

/** A command that is really run once for each content and then remembered: what is tested with it is what happens around it. */
export function remembered(command: string, folder = join(tmpdir(), "remembered")): string {
  return `sh '${resolve("test/support/remembered.sh")}' '${folder}' ${command}`;
}

/** Such tests in one process. */
export function rememberedTests(folder?: string): Check {
  return { name: "tests", run: remembered(testsInOneProcess.run, folder) };
}

/** The rehearsal with such tests: for sessions that are played hundreds of times. */
export function withRememberedTests(rehearsal: Rehearsal, folder?: string): Rehearsal {
  const check = rememberedTests(folder);
  const checks = { ...rehearsal.policy.checks, quick: [check], full: [check] };
  return { ...rehearsal, policy: { ...rehearsal.policy, checks } };
}
