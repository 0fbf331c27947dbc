import { exec } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type PlannedTask, tasksSchema } from "../../src/core/terms/artifacts.ts";
import { layersOf } from "../../src/core/terms/task-graph.ts";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import type { ScriptLine } from "../../src/model/rehearsal/rehearsal-script.ts";
import { testsInOneProcess } from "../support/quick-checks.ts";

type Files = ReadonlyMap<string, string>;

const rehearsal = await loadRehearsal(join(import.meta.dirname, "../../rehearsals/calculator"));

/** Names of failing tests at each `done`, in order. */
const scripted: Readonly<Record<string, readonly (readonly string[])[]>> = {
  t1: [[]],
  t2: [[]],
  t3: [["takes equal operators from left to right"], []],
  t4: [[], []],
  t5: [[]],
  t6: [[]],
};

/** Plays what the engineers write, without the engine: every `done` and every landed layer runs the real checks. */
test.each(["rounded", "exact"])(
  "the code of the branch %s does what its lines say",
  { timeout: 120_000 },
  async (branch) => {
    const { tasks, landings } = play(
      rehearsal.lines.filter((line) => line.branch === undefined || line.branch === branch),
    );

    const failed = tasks.map(async ({ id, tries }) => [id, await Promise.all(tries.map(failures))] as const);
    expect(Object.fromEntries(await Promise.all(failed))).toEqual(scripted);
    for (const landed of landings) expect(await failures(landed)).toEqual([]);

    const landed = landings.at(-1) ?? new Map();
    const folder = await folderOf(landed);
    const printed = branch === "rounded" ? "0.3\n" : "0.30000000000000004\n";
    expect(await shell(folder, 'node calc.js "0.1 + 0.2"')).toMatchObject({ exit: 0, stdout: printed });
    await expectProof(folder);
    await expectTrueWords(folder, landed);
  },
);

async function expectProof(folder: string): Promise<void> {
  for (const { run, exit, stdout, stderr } of rehearsal.proof) {
    const ran = await shell(folder, run);
    expect({ ...ran, stdout: ran.stdout.replace(/\n$/, "") }).toMatchObject({ exit, stdout });
    expect(ran.stderr).toContain(stderr ?? "");
  }
}

/** What the team says about its own code in the last review holds. */
async function expectTrueWords(folder: string, landed: Files): Promise<void> {
  const nested = await shell(folder, `node calc.js "${"(".repeat(20_000)}1${")".repeat(20_000)}"`);
  expect(nested).toMatchObject({ exit: 1, stdout: "", stderr: expect.stringContaining("RangeError") });
  const nines = "9".repeat(200);
  const huge = await shell(folder, `node calc.js "${nines} * ${nines}"`);
  expect(huge).toMatchObject({ exit: 1, stdout: "", stderr: expect.stringContaining("too large") });
  expect(landed.get("src/parse.js")?.split("\n")[36]).toContain("sum()");
  expect(landed.get("src/evaluate.js")?.split("\n")[5]).toContain("isFinite");
}

/** The files of every task at each of its `done` calls, and of the integration branch after each layer. */
function play(lines: readonly ScriptLine[]) {
  const plan = planOf(lines);
  const base: Files = new Map(Object.entries(rehearsal.repository.files));
  const changes = new Map<string, Files>();
  const landings: Files[] = [];
  const tasks = layersOf(plan).flatMap((layer) => {
    const played = layer.map((task) => {
      const worktree: Files = new Map([...base, ...needed(task, plan, changes)]);
      const tries = code(worktree, threadOf(lines, `coding/${task.id}.1`));
      changes.set(task.id, changed(worktree, tries.at(-1) ?? worktree));
      return { id: task.id, tries };
    });
    const landed = layer.flatMap((task) => [...(changes.get(task.id) ?? [])]);
    landings.push(new Map([...(landings.at(-1) ?? base), ...landed]));
    const paths = layer.flatMap((task) => [...(changes.get(task.id)?.keys() ?? [])]);
    expect(new Set(paths).size, "tasks of one layer touch files of their own").toBe(paths.length);
    return played;
  });
  return { tasks, landings };
}

function planOf(lines: readonly ScriptLine[]): readonly PlannedTask[] {
  const calls = lines.flatMap((line) => line.calls);
  return tasksSchema.parse(calls.find((call) => call.tool === "submit_tasks")?.input).tasks;
}

function threadOf(lines: readonly ScriptLine[], thread: string): readonly ScriptLine[] {
  return lines.filter((line) => line.thread === thread).sort((a, b) => a.ask - b.ask);
}

/** The files of everything a task depends on, and of nothing beside it. */
function needed(task: PlannedTask, plan: readonly PlannedTask[], changes: ReadonlyMap<string, Files>): Files {
  const files = task.dependsOn.flatMap((id) => {
    const other = plan.find((one) => one.id === id);
    return other ? [...needed(other, plan, changes), ...(changes.get(id) ?? [])] : [];
  });
  return new Map(files);
}

function code(worktree: Files, lines: readonly ScriptLine[]): readonly Files[] {
  const files = new Map(worktree);
  const tries: Files[] = [];
  for (const { tool, input } of lines.flatMap((line) => line.calls)) {
    const path = String(input.path);
    if (tool === "write_file") files.set(path, String(input.content));
    if (tool === "edit_file") {
      const parts = (files.get(path) ?? "").split(String(input.find));
      expect(parts, `${path}: the text to find occurs once`).toHaveLength(2);
      files.set(path, parts.join(String(input.replace)));
    }
    if (tool === "read_file") expect([...files.keys()]).toContain(path);
    if (tool === "done") tries.push(new Map(files));
  }
  return tries;
}

function changed(before: Files, after: Files): Files {
  return new Map([...after].filter(([path, text]) => before.get(path) !== text));
}

const checked = new Map<string, Promise<readonly string[]>>();

/** Names of the tests that fail with these files; each set of files is checked once. */
function failures(files: Files): Promise<readonly string[]> {
  const key = JSON.stringify([...files].sort());
  const known = checked.get(key) ?? check(files);
  checked.set(key, known);
  return known;
}

async function check(files: Files): Promise<readonly string[]> {
  const folder = await folderOf(files);
  const { stdout: tap, exit } = await shell(folder, testsInOneProcess.run);
  const failed = [...tap.matchAll(/^not ok \d+ - (.+)$/gm)].map(([, name]) => name ?? "");
  expect(tap).toMatch(/^# pass [1-9]/m);
  expect(exit === 0).toBe(failed.length === 0);
  return failed;
}

async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "calculator-"));
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

function shell(cwd: string, command: string) {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  return new Promise<{ exit: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = exec(command, { cwd, env }, (_error, stdout, stderr) =>
      resolve({ exit: child.exitCode, stdout, stderr }),
    );
  });
}
