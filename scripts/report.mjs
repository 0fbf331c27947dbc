// Vitest's JSON report, with the reasons of skipped tests, which it leaves out. It also ends a run in which a test file
// is stuck: code that never waits blocks its worker, and with it the limits that vitest sets for tests.

import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { JsonReporter } from "vitest/node";
import { root } from "./setup.mjs";

/** Longer than a test and its hooks may take. */
const stuckMs = 12 * 60 * 1000;
const lookMs = 15 * 1000;

export default class Report extends JsonReporter {
  /** When each running file last ended a test. @type {Map<string, number>} */
  #heard = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  #looking;

  /** @override @param {import("vitest/node").Vitest} vitest */
  onInit(vitest) {
    super.onInit(vitest);
    this.#looking = setInterval(() => this.#endIfStuck(), lookMs);
  }

  /** @param {import("vitest/node").TestModule} module */
  onTestModuleQueued({ moduleId }) {
    this.#heard.set(moduleId, Date.now());
  }

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult({ module }) {
    // It may come late: a file that has ended is not waited for again.
    if (this.#heard.has(module.moduleId)) this.#heard.set(module.moduleId, Date.now());
  }

  /** @param {import("vitest/node").TestModule} module */
  onTestModuleEnd({ moduleId }) {
    this.#heard.delete(moduleId);
  }

  /** @override @param {readonly import("vitest/node").TestModule[]} modules */
  async onTestRunEnd(modules) {
    clearInterval(this.#looking);
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) {
        const result = test.result();
        const note = result.state === "skipped" ? result.note : undefined;
        Object.assign(test.meta(), { note });
      }
    }
    await super.onTestRunEnd([...modules]);
  }

  /** @override @param {string} report */
  async writeReport(report) {
    await writeFile(process.env.HUDDLE_TEST_REPORT ?? "report.json", report);
  }

  #endIfStuck() {
    const stuck = [...this.#heard].filter(([, at]) => Date.now() - at > stuckMs);
    if (stuck.length === 0) return;
    for (const [id] of stuck)
      console.error(`Stuck: ${relative(root, id)} has ended no test for ${stuckMs / 60_000} minutes.`);
    spawnSync("pkill", ["-KILL", "-P", String(process.pid)]); // a blocked worker does not notice that we are gone
    process.exit(1);
  }
}
