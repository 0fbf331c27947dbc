import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import type { CheckRun } from "../../core/ports/check-run.ts";
import type { BaselineRun } from "../../core/ports/workspace.ts";
import { redactionOf } from "../../core/text/redaction.ts";
import type { FoundSandbox } from "../sandbox/sandbox.ts";
import { noSandbox, reachesNothing, type SandboxHere } from "../sandbox-here.ts";

/** Nothing runs in these tests, so nothing has to keep anything inside. */
const ready = (more: object = {}): FoundSandbox => ({
  kind: "ready",
  sandbox: {
    ...{ kind: "bubblewrap", version: "0.8.0", weaker: [], canShow: true, ...more },
    enter: () => Promise.reject(new Error("nothing runs here")),
  },
});
const here: SandboxHere = { found: ready(), reachable: reachesNothing, forChecks: {} };
const check = { name: "tests", run: "true" };
const run: CheckRun = {
  ...{ name: "tests", command: "true", exit: 0, ms: 12, output: "ok 1 - adds\n", sandbox: "bubblewrap" },
  report: { failing: [], more: 0, counts: { passed: 1, failed: 0 } },
};

async function place() {
  const git = await gitPlace();
  await writeFiles(git.repository, { "package.json": "one" });
  await git.git("add", "-A");
  await git.git("commit", "-qm", "project");
  const commit = await git.git("rev-parse", "HEAD");
  const baselines = join(git.root, "baselines");
  const open = (more: Partial<SandboxHere> = {}, options: object = {}) =>
    git.open(1, { sandbox: async () => ({ ...here, ...more }), baselines, ...options });
  const worktree = await open().checkout("baseline", commit, noAbort);
  const asked: BaselineRun = { commit, checks: [check], timeoutMs: 9, setup: { run: "true" } };
  const said = { session: "first", at: "2026-01-01T00:00:00.000Z", runs: [run] };
  return { ...git, open, worktree, asked, said, baselines };
}

const other = (part: object) => ({ ...reachesNothing, checks: { ...reachesNothing.checks, ...part } });

describe("what checks said on a base commit", () => {
  test("is there for the next session, word for word and without keys of today", async () => {
    const { open, worktree, asked, said, baselines } = await place();
    await open().keepBaseline(worktree, asked, said);
    expect(await open().keptBaseline(worktree, asked)).toEqual(said);
    const redaction = redactionOf([{ name: "KEY", value: "ok 1 - adds" }]);
    const kept = await open({}, { redaction }).keptBaseline(worktree, asked);
    expect(kept?.runs[0]?.output).toBe("[key]\n");
    expect(await readdir(baselines)).toHaveLength(1);
  });

  test.each<[string, (asked: BaselineRun) => BaselineRun]>([
    ["another commit", (asked) => ({ ...asked, commit: "0".repeat(40) })],
    ["another command", (asked) => ({ ...asked, checks: [{ ...check, run: "true " }] })],
    ["another name", (asked) => ({ ...asked, checks: [{ ...check, name: "all tests" }] })],
    ["another report", (asked) => ({ ...asked, checks: [{ ...check, report: "out.xml" }] })],
    ["one check more", (asked) => ({ ...asked, checks: [check, { name: "lint", run: "true" }] })],
    ["another limit of time", (asked) => ({ ...asked, timeoutMs: 10 })],
    ["another set-up", (asked) => ({ ...asked, setup: { run: "true", keep: ["lib"] } })],
    ["no set-up", (asked) => ({ ...asked, setup: null })],
  ])("is measured again for %s", async (_, change) => {
    const { open, worktree, asked, said } = await place();
    await open().keepBaseline(worktree, asked, said);
    expect(await open().keptBaseline(worktree, change(asked))).toBeUndefined();
  });

  test("is measured again where what set-up reads has changed", async () => {
    const { open, worktree, asked, said, folder } = await place();
    await open().keepBaseline(worktree, asked, said);
    await writeFile(join(folder, worktree, "package.json"), "two");
    expect(await open().keptBaseline(worktree, asked)).toBeUndefined();
  });

  test.each<[string, Partial<SandboxHere>]>([
    ["a sandbox of another version", { found: ready({ version: "0.9.0" }) }],
    ["a sandbox that holds less", { found: ready({ weaker: ["namespaces"] }) }],
    ["another limit of memory", { limits: { memoryBytes: 1 } }],
    ["a sandbox in which commands could write there", { found: ready({ kind: "outer", canShow: false }) }],
    ["no sandbox", noSandbox],
    ["a host that checks reach", { reachable: other({ hosts: ["example.com"] }) }],
    ["a port that checks reach", { reachable: other({ ports: [5432] }) }],
    ["a variable of the person's", { forChecks: { DATABASE_URL: "x" } }],
  ])("is measured again with %s, and not kept where that may be another one later", async (_, more) => {
    const { open, worktree, asked, said, baselines } = await place();
    await open().keepBaseline(worktree, asked, said);
    expect(await open(more).keptBaseline(worktree, asked)).toBeUndefined();
    await rm(baselines, { recursive: true });
    await open(more).keepBaseline(worktree, asked, said);
    const isSure = more.found?.kind !== "off" && !more.reachable && !more.forChecks;
    const canHide = more.found?.kind !== "ready" || more.found.sandbox.canShow;
    const kept = await open(more).keptBaseline(worktree, asked);
    expect(kept !== undefined).toBe(isSure && canHide);
  });

  test.each<[string, Partial<CheckRun>]>([
    ["failed", { exit: 1 }],
    ["was ended", { exit: null }],
    ["could not start", { exit: 127, broken: "not found" }],
    ["changed git's settings", { undone: ["core.hooksPath"] }],
  ])("is not kept if a check %s", async (_, part) => {
    const { open, worktree, asked, said } = await place();
    await open().keepBaseline(worktree, asked, { ...said, runs: [run, { ...run, ...part }] });
    expect(await open().keptBaseline(worktree, asked)).toBeUndefined();
  });

  test("is measured again where it is torn, touched or empty, and kept anew", async () => {
    const { open, worktree, asked, said, baselines } = await place();
    for (const damage of ["tear", "touch", "empty"]) {
      await open().keepBaseline(worktree, asked, said);
      const [name = ""] = await readdir(baselines);
      const file = join(baselines, name);
      const text = await readFile(file, "utf8");
      if (damage === "tear") await writeFile(file, text.slice(0, -9));
      if (damage === "touch") await writeFile(file, text.replace('"exit":0', '"exit":1'));
      if (damage === "empty") await writeFile(file, "");
      expect(await open().keptBaseline(worktree, asked)).toBeUndefined();
    }
    await open().keepBaseline(worktree, asked, said);
    expect(await open().keptBaseline(worktree, asked)).toEqual(said);
  });

  test("is kept for twenty runs of checks, and the oldest go", async () => {
    const { open, worktree, asked, said, baselines } = await place();
    for (let timeoutMs = 1; timeoutMs <= 23; timeoutMs += 1)
      await open().keepBaseline(worktree, { ...asked, timeoutMs }, said);
    expect(await readdir(baselines)).toHaveLength(20);
    expect(await open().keptBaseline(worktree, { ...asked, timeoutMs: 23 })).toEqual(said);
  });

  test("stops nothing where it cannot be kept", async () => {
    const { open, worktree, asked, said, root } = await place();
    const workspace = open({}, { baselines: join(root, "repo", "a.txt", "in a file") });
    await expect(workspace.keepBaseline(worktree, asked, said)).resolves.toBeUndefined();
  });
});
