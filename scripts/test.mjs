// npm test: sets up what is needed, then runs everything that the build server runs.
// With arguments it runs only the tests they name: npm test -- src/log

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { orExplain, prepare, progress, root, SetupError } from "./setup.mjs";

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[], meta: { note?: string } }} One
 * @typedef {{ name: string, status: string, message: string, assertionResults: One[] }} File
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: File[] }} Report
 * @typedef {{ passed: number, failures: Failure[], skipped: string[], numbered: string[] }} Summary
 * @typedef {{ file?: string, test: string, why?: string | undefined }} Failure
 */

/** So many files that fail are run once more, alone. More of them are no accident. */
const mostAgain = 3;

await orExplain(async () => {
  await prepare();
  const args = process.argv.slice(2);
  return args.length > 0 ? conclude([], await runVitest(args)) : testEverything();
});

/** @returns {Promise<number>} exit code */
async function testEverything() {
  const failures = await buildAll();
  const built = failures.length === 0;
  progress("Checking format, lint, types and dead code …");
  const { check } = await import("./check.mjs");
  for (const name of await check(["architecture"])) failures.push(`check: ${name}`);
  progress("Testing …");
  const projects = built ? [] : ["--project=unit"];
  const first = await runVitest(projects);
  const unsteady = await passAlone(first.failures, projects);
  const left = first.failures.filter((one) => !unsteady.includes(one));
  return conclude(failures, { ...first, passed: first.passed + unsteady.length, failures: left }, unsteady);
}

/** The failures whose files pass when they run once more, alone. @param {Failure[]} failures @param {string[]} args */
async function passAlone(failures, args) {
  const files = [...new Set(failures.map(({ file }) => file ?? ""))];
  if (files.length === 0 || files.includes("") || files.length > mostAgain) return [];
  progress(`Once more, alone: ${files.join(", ")} …`);
  const again = await runVitest([...args, ...files]);
  return failures.filter(
    ({ file }) => !again.failures.some((one) => one.file === undefined || one.file === file),
  );
}

async function buildAll() {
  const { build } = await import("./build.mjs");
  /** @type {string[]} */
  const failures = [];
  for (const target of /** @type {const} */ (["product", "development"])) {
    await build([target], { onBuild: () => progress(`Building (${target}) …`) }).catch((error) => {
      if (!(error instanceof SetupError)) throw error;
      progress(error.message);
      failures.push(`build: ${target}`);
    });
  }
  return failures;
}

/** The last lines: what was skipped, what failed, how many. @returns exit code */
function conclude(
  /** @type {string[]} */ before,
  /** @type {Summary} */ { passed, failures, skipped, numbered },
  /** @type {Failure[]} */ unsteady = [],
) {
  if (numbered.length > 0) console.log(`\nWhat the tool loop holds, by number:\n${numbered.join("\n")}\n`);
  const failed = [...before, ...failures.map(asText)];
  for (const one of skipped) console.log(`Skipped: ${one}`);
  for (const one of unsteady) console.log(`Failed at first, passed alone: ${asText(one)}`);
  for (const one of failed) console.log(`Failed: ${one}`);
  const counts = [`${passed} passed`, `${failed.length} failed`];
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
  console.log(`\n${counts.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

/** The test, and the first lines of why it failed. @param {Failure} failure */
function asText({ file, test, why }) {
  const lines = stripVTControlCharacters(why ?? "")
    .split("\n")
    .filter((line) => !/^\s*$|^\s*at .*node_modules/.test(line));
  return [
    file === undefined ? test : `${file}: ${test}`,
    ...lines.slice(0, 20).map((line) => `    ${line}`),
  ].join("\n");
}

/** @param {string[]} args @returns {Promise<Summary>} */
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

/** @param {Report | undefined} report @param {number} code @returns {Summary} */
function summarise(report, code) {
  if (report === undefined)
    return { passed: 0, failures: [{ test: "vitest did not finish" }], skipped: [], numbered: [] };
  /** @type {Failure[]} */
  const failures = [];
  /** @type {string[]} */
  const skipped = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    for (const { fullName, failureMessages } of failed)
      failures.push({ file, test: fullName, why: failureMessages?.[0] });
    if (status === "failed" && failed.length === 0) failures.push({ file, test: message });
    for (const one of assertionResults) {
      if (one.status === "passed" || one.status === "failed") continue;
      skipped.push(`${file}: ${one.fullName} (${one.meta.note ?? "no reason given"})`);
    }
  }
  if (code !== 0 && failures.length === 0) failures.push({ test: `vitest ended with ${code}: see above` });
  return { passed: report.numPassedTests, failures, skipped, numbered: numberedOf(report) };
}

/** The behaviours that tests name by number, in order. @param {Report} report @returns {string[]} */
function numberedOf(report) {
  const tests = report.testResults
    .filter(({ name }) => /conformance-[a-z]+\.test\.ts$/.test(name))
    .flatMap((file) => file.assertionResults);
  return tests
    .flatMap(({ status, fullName }) => {
      const name = /(?:^|\s)((\d+)\. .*)$/.exec(fullName);
      return name === null
        ? []
        : [{ number: Number(name[2]), line: `  ${status === "passed" ? "ok    " : "FAILED"} ${name[1]}` }];
    })
    .sort((a, b) => a.number - b.number)
    .map(({ line }) => line);
}

/** A git hook names its repository in the environment; tests make their own. @param {NodeJS.ProcessEnv} env */
function withoutGit(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
}
