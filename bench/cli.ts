import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BenchRow } from "./log.ts";
import { writeLongLog } from "./long-log.ts";

/** What a person waits for when they type a command. `root` holds dist/huddle.cjs. */
export async function benchCli(root = join(dirname(process.argv[1] ?? ""), "..", "..")): Promise<BenchRow[]> {
  const program = join(root, "dist", "huddle.cjs");
  return [benchVersion(program), ...(await benchLongSession(program))];
}

/** Typed all day by scripts: it must cost hardly more than Node itself. */
function benchVersion(program: string): BenchRow {
  const [measured, baseline] = medians(25, [
    () => runNode([program, "--version"], tmpdir()),
    () => runNode(["-e", "0"], tmpdir()),
  ]);
  return {
    name: "huddle --version, against node -e 0",
    measured: `${measured.toFixed(0)} ms`,
    baseline: `${baseline.toFixed(0)} ms`,
    ratio: baseline / measured,
    bar: 0.5,
  };
}

/** Whole commands, from starting Node to the last line, on a session that has talked for days. */
async function benchLongSession(program: string): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "huddle-bench-"));
  try {
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const session = join(folder, ".git", "huddle", "sessions", "long");
    await mkdir(session, { recursive: true });
    const log = join(session, "log.jsonl");
    const count = await writeLongLog(log, 100_000);
    const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
    const parse = () => {
      for (const line of lines) JSON.parse(line);
    };
    const against = (command: string, rounds: number): BenchRow => {
      const [measured, baseline] = medians(rounds, [() => runNode([program, command], folder), parse]);
      return {
        name: `huddle ${command} on ${count} facts, against bare JSON.parse of them`,
        measured: `${measured.toFixed(0)} ms`,
        baseline: `${baseline.toFixed(0)} ms`,
        ratio: baseline / measured,
      };
    };
    return [{ ...against("status", 15), bar: 0.25 }, against("show", 3)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runNode(args: readonly string[], cwd: string): void {
  // Certificates of the machine are read at start by every Node, and measure the machine instead of us.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [...args], {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
}

/** The middle of several rounds for each, taken in turns, so that a slow moment of the machine hits both. */
function medians(rounds: number, works: readonly [() => void, () => void]): [number, number] {
  const took: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      work();
      took[index === 0 ? 0 : 1].push(performance.now() - started);
    }
  }
  return [median(took[0]), median(took[1])];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
