// Vitest's JSON report, with the reasons of skipped tests, which it leaves out.

import { writeFile } from "node:fs/promises";
import { JsonReporter } from "vitest/node";

export default class Report extends JsonReporter {
  /** @override @param {readonly import("vitest/node").TestModule[]} modules */
  async onTestRunEnd(modules) {
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
}
