// npm test: sets up what is needed, then runs everything that the build server runs.
// With arguments it runs only the tests they name: npm test -- src/log

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { prepare, progress, root, SetupError } from "./setup.mjs";

/**
 * @typedef {{ status: string, fullName: string, meta: { note?: string } }} One
 * @typedef {{ name: string, status: string, message: string, assertionResults: One[] }} File
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: File[] }} Report
 */

try {
  await prepare();
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  progress(error.message);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<number>} exit code */
async function test(args) {
  const everything = args.length === 0;
  /** @type {string[]} */
  const failures = [];
  if (everything) {
    const { build } = await import("./build.mjs");
    await build(["product", "development"], { onBuild: (name) => progress(`Building (${name}) …`) });
    progress("Checking format, lint, types and architecture …");
    const { check } = await import("./check.mjs");
    failures.push(...(await check()).map((name) => `check: ${name}`));
    progress("Testing …");
  }
  const report = await runVitest(args);
  failures.push(...report.failures);
  for (const skipped of report.skipped) console.log(`Skipped: ${skipped}`);
  for (const failure of failures) console.log(`Failed: ${failure}`);
  const counts = [`${report.passed} passed`, `${failures.length} failed`];
  if (report.skipped.length > 0) counts.push(`${report.skipped.length} skipped`);
  console.log(`\n${counts.join(", ")}`);
  return failures.length === 0 ? 0 : 1;
}

/** @param {string[]} args */
async function runVitest(args) {
  const { runTool } = await import("./tool.mjs");
  const folder = await mkdtemp(join(tmpdir(), "huddle-report-"));
  const file = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", `--reporter=${join(root, "scripts", "report.mjs")}`];
    const env = { ...withoutGit(process.env), HUDDLE_TEST_REPORT: file };
    const { code } = await runTool("vitest", ["run", ...reporters, ...args], { show: true, env });
    const text = await readFile(file, "utf8").catch(() => undefined);
    return summarise(text === undefined ? undefined : JSON.parse(text), code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {Report | undefined} report @param {number} code */
function summarise(report, code) {
  if (report === undefined) return { passed: 0, failures: ["vitest did not finish"], skipped: [] };
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const skipped = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    failures.push(...failed.map((one) => `${file}: ${one.fullName}`));
    if (status === "failed" && failed.length === 0) failures.push(`${file}: ${message}`);
    for (const one of assertionResults) {
      if (one.status === "passed" || one.status === "failed") continue;
      skipped.push(`${file}: ${one.fullName} (${one.meta.note ?? "no reason given"})`);
    }
  }
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with ${code}: see above`);
  return { passed: report.numPassedTests, failures, skipped };
}

/** A git hook names its repository in the environment; tests make their own. @param {NodeJS.ProcessEnv} env */
function withoutGit(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
}
