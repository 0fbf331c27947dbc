import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Workspace } from "../src/core/ports/workspace.ts";
import { noKeys } from "../src/core/text/redaction.ts";
import { openWorkspace } from "../src/workspace/open-workspace.ts";
import { runCommand } from "../src/workspace/processes/run-command.ts";
import { findSandbox } from "../src/workspace/sandbox/find-sandbox.ts";
import type { Sandbox } from "../src/workspace/sandbox/sandbox.ts";
import { reachesNothing } from "../src/workspace/sandbox-here.ts";
import { realClock } from "../test/support/plain.ts";
import { type BenchRow, bestOf } from "./log.ts";

const never = new AbortController().signal;
const timeoutMs = 60_000;
const files = 5000;
const dependencies = 20_000;

interface Place {
  readonly root: string;
  readonly repository: string;
  readonly commit: string;
  readonly sandbox: Sandbox;
  readonly workspace: Workspace;
}

/** What commands cost, each against the same without what Huddle adds. */
export async function benchHands(): Promise<BenchRow[]> {
  const found = await findSandbox({ platform: process.platform, env: process.env, node: process.execPath });
  if (found.kind !== "ready") throw new Error(`no sandbox: ${found.why}`);
  const root = await realpath(await mkdtemp(join(tmpdir(), "huddle-bench-")));
  try {
    const place = await placeAt(root, found.sandbox);
    return [
      ...(await benchTrue(place)),
      await benchWorktrees(place),
      await benchDependencies(place),
      await benchChanged(place),
      await benchMemory(place),
      await benchStop(place),
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function placeAt(root: string, sandbox: Sandbox): Promise<Place> {
  const repository = join(root, "repository");
  await fill(repository, files);
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
  git("init", "-q");
  await writeFile(join(repository, ".gitignore"), "lib/\n");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all");
  const limits = { memoryBytes: 512 * 1024 * 1024 };
  const here = {
    found: { kind: "ready" as const, sandbox },
    limits,
    reachable: reachesNothing,
    forChecks: {},
  };
  const workspace = openWorkspace({
    ...{ repository, folder: join(root, "state"), fence: 1, env: process.env, sandbox: async () => here },
    clock: realClock,
  });
  return { root, repository, commit: git("rev-parse", "HEAD"), sandbox, workspace };
}

async function fill(folder: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const inner = join(folder, String(index % 100));
    if (index < 100) await mkdir(inner, { recursive: true });
    await writeFile(join(inner, `${index}.txt`), `${index}\n`);
  }
}

/** A command that does nothing: bare, in the sandbox, and with as many folders as there may be. */
async function benchTrue({ root, repository, commit, sandbox, workspace }: Place): Promise<BenchRow[]> {
  const worktree = join(root, "state", await workspace.addWorktree("true", commit, undefined, never));
  const temporary = join(root, "temporary");
  const record = join(root, "record");
  const kept = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      await mkdir(join(root, "kept", String(index)), { recursive: true });
      return { from: join(root, "kept", String(index)), at: `lib/${index}` };
    }),
  );
  const enter = async (count: number) => {
    await mkdir(temporary);
    const place = { worktree, commonDir: join(repository, ".git"), temporary };
    return sandbox.enter({ ...place, dependencies: { kept: kept.slice(0, count), caches: [] } });
  };
  const run = async (count: number) => {
    const { start, env } = await enter(count);
    const began = performance.now();
    await once({ start, env });
    const took = performance.now() - began;
    await rm(temporary, { recursive: true });
    return took;
  };
  const { start: plain } = await enter(0);
  await rm(temporary, { recursive: true });
  const own = plain.filter((word) => word === "--bind" || word === "--ro-bind").length;
  const once = (more: { start: readonly string[]; env: Readonly<Record<string, string>> }) =>
    runCommand(
      { command: "true", cwd: worktree, record, timeoutMs, mostBytes: 1000, redaction: noKeys, ...more },
      never,
    );
  const best = {
    bare: Number.POSITIVE_INFINITY,
    inside: Number.POSITIVE_INFINITY,
    many: Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < 15; round += 1) {
    const began = performance.now();
    await once({ start: [], env: { PATH: process.env.PATH ?? "" } });
    best.bare = Math.min(best.bare, performance.now() - began);
    best.inside = Math.min(best.inside, await run(0));
    best.many = Math.min(best.many, await run(24 - own));
  }
  return [
    added("`true` in the sandbox, against bare", best.inside, best.bare, 30),
    added("the same with 24 folders shown", best.many, best.bare, 60),
  ];
}

function added(name: string, measured: number, baseline: number, mostMs: number): BenchRow {
  return {
    name,
    measured: ms(measured),
    baseline: ms(baseline),
    held: { bar: `≤ bare + ${mostMs} ms`, isHeld: measured <= baseline + mostMs },
  };
}

async function benchWorktrees({ root, repository, commit, workspace }: Place): Promise<BenchRow> {
  const many = Array.from({ length: 16 }, (_, index) => `w${index}`);
  let round = 0;
  const [measured, baseline] = await bestOf(1, [
    async () => {
      const made = [];
      for (const name of many) made.push(await workspace.addWorktree(name, commit, undefined, never));
      for (const name of made) await workspace.discard(name);
    },
    async () => {
      round += 1;
      const git = (...args: readonly string[]) =>
        execFileSync("git", args, { cwd: repository, stdio: "ignore" });
      const places = many.map((name) => join(root, `plain${round}`, name));
      for (const path of places) git("worktree", "add", "--detach", path, commit);
      for (const path of places) git("worktree", "remove", "--force", path);
    },
  ]);
  return ratio(`16 worktrees of ${files} files made and removed, against plain git`, measured, baseline, 1);
}

/** A new worktree and a command in it, with and without what set-up made. */
async function benchDependencies({ commit, workspace }: Place): Promise<BenchRow> {
  const setup = {
    run: `mkdir -p lib && cd lib && for d in $(seq 200); do mkdir $d; for f in $(seq ${dependencies / 200}); do echo $f > $d/$f; done; done`,
  };
  const trial = async (how: { readonly setup?: typeof setup }) => {
    const worktree = await workspace.addWorktree("deps", commit, undefined, never);
    const ran = await workspace.runCommand(worktree, { command: "true", timeoutMs, ...how }, never);
    if ("kind" in ran || ran.exit !== 0) throw new Error(`the command failed: ${JSON.stringify(ran)}`);
    await workspace.discard(worktree);
  };
  const first = await workspace.addWorktree("first", commit, undefined, never);
  const made = await workspace.setUp(first, setup, { commit, timeoutMs }, never);
  if (made?.exit !== 0) throw new Error(`set-up failed: ${made?.output}`);
  const [measured, baseline] = await bestOf(5, [() => trial({ setup }), () => trial({})]);
  return ratio(
    `a worktree with ${dependencies} dependency files, against one without`,
    measured,
    baseline,
    1 / 1.1,
  );
}

async function benchChanged({ commit, workspace }: Place): Promise<BenchRow> {
  const worktree = await workspace.addWorktree("changed", commit, undefined, never);
  const opened = await workspace.worktree(worktree, never);
  let round = 0;
  let { tree } = await workspace.changedSince(worktree, commit, commit);
  const [measured, baseline] = await bestOf(7, [
    async () => {
      round += 1;
      await opened?.write("0/0.txt", `${round}\n`, undefined);
      ({ tree } = await workspace.changedSince(worktree, commit, tree));
    },
    async () => void (await workspace.writeTree(worktree, commit)),
  ]);
  return ratio("what a command changed, against a tree from a new index", measured, baseline, 1 / 0.3);
}

async function benchMemory({ commit, workspace }: Place): Promise<BenchRow> {
  const worktree = await workspace.addWorktree("memory", commit, undefined, never);
  const command = `node -e 'const all=[];for(;;){all.push(Buffer.alloc(4194304,1));require("fs").writeSync(1,process.memoryUsage.rss()+"\\n")}'`;
  const ran = await workspace.runCommand(worktree, { command, timeoutMs }, never);
  if ("kind" in ran) throw new Error(ran.reason);
  const peak = Math.max(...ran.output.split("\n").map(Number).filter(Number.isFinite)) / 1024 ** 2;
  return {
    name: `a limit of 512 MB (ended by: ${ran.over})`,
    measured: `${peak.toFixed(0)} MB`,
    baseline: "512 MB",
    held: { bar: "within 25 %", isHeld: ran.over === "memory" && peak <= 512 * 1.25 },
  };
}

async function benchStop({ commit, workspace }: Place): Promise<BenchRow> {
  const worktree = await workspace.addWorktree("stop", commit, undefined, never);
  const mark = "86399.5";
  const command = `for i in $(seq 100); do sleep ${mark} & done; echo ready > ready; wait`;
  const stop = new AbortController();
  const running = workspace.runCommand(worktree, { command, timeoutMs }, stop.signal).catch(() => undefined);
  const left = () =>
    execFileSync("sh", ["-c", `pgrep -fc 'sleep ${mark}$' || true`], { encoding: "utf8" }).trim();
  let isOver = false;
  void running.then(() => {
    isOver = true;
  });
  while (Number(left()) < 100) {
    if (isOver)
      throw new Error(`the command ended before it had 100 processes: ${JSON.stringify(await running)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const began = performance.now();
  stop.abort();
  await running;
  const took = performance.now() - began;
  const remaining = left();
  return {
    name: `a stop with 100 processes, which leaves ${remaining}`,
    measured: ms(took),
    baseline: "",
    held: { bar: "≤ 1000 ms, none left", isHeld: took <= 1000 && remaining === "0" },
  };
}

function ratio(name: string, measured: number, baseline: number, bar: number): BenchRow {
  return { name, measured: ms(measured), baseline: ms(baseline), ratio: baseline / measured, bar };
}

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}
