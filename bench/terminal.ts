import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BenchRow } from "./log.ts";
import { writeLongLog } from "./long-log.ts";

const patienceMs = 20_000;

interface Measured {
  readonly core: number;
  readonly frames: number;
  readonly frameMs: number;
  readonly frameCpuMs: number;
  readonly strokes: number;
  readonly strokeMs: number;
  readonly megabytes: number;
}

/** The interface: from the start to the first frame, and with 2,000 messages while four engineers stream. */
export async function benchTerminal(
  root = join(dirname(process.argv[1] ?? ""), "..", ".."),
): Promise<BenchRow[]> {
  const first = await firstFrame(join(root, "dist", "huddle.cjs"));
  const printed = execFileSync(process.execPath, [join(root, "build", "bench", "terminal-process.js")], {
    encoding: "utf8",
    env: plainEnv(),
  });
  // The program prints just this.
  const { core, frames, frameMs, frameCpuMs, strokes, strokeMs, megabytes } = JSON.parse(printed) as Measured;
  const streaming = "interface, 2,000 messages, 200 signals a second";
  return [
    row(
      "interface, from start to first frame, middle of 7",
      `${first.toFixed(0)} ms`,
      "≤ 500 ms",
      first <= 500,
    ),
    row(`${streaming}: processor`, `${(core * 100).toFixed(0)} % of a core`, "≤ 40 %", core <= 0.4),
    row(
      `${streaming}: frame, p95 of ${frames}`,
      `${frameMs.toFixed(1)} ms, ${frameCpuMs.toFixed(1)} of processor`,
      "≤ 33 ms",
      frameMs <= 33,
    ),
    row(
      `${streaming}: key to screen, p95 of ${strokes}`,
      `${strokeMs.toFixed(1)} ms`,
      "≤ 50 ms",
      strokeMs <= 50,
    ),
    row(`${streaming}: memory`, `${megabytes.toFixed(0)} MB`, "≤ 170 MB", megabytes <= 170),
  ];
}

function row(name: string, measured: string, bar: string, isHeld: boolean): BenchRow {
  return { name, measured, baseline: "", held: { bar, isHeld } };
}

/** The built command in a terminal that `script` makes. */
async function firstFrame(program: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "huddle-bench-"));
  try {
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const session = join(folder, ".git", "huddle", "sessions", "long");
    await mkdir(session, { recursive: true });
    await writeLongLog(join(session, "log.jsonl"), 14_000); // 2,000 turns
    const all: number[] = [];
    for (let round = 0; round < 7; round++) all.push(await onceSeen(program, folder));
    return all.toSorted((a, b) => a - b)[3] ?? Number.NaN;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function onceSeen(program: string, cwd: string): Promise<number> {
  const from = performance.now();
  const line = `${process.execPath} ${program}`;
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    cwd,
    env: plainEnv(),
    stdio: ["pipe", "pipe", "ignore"],
  });
  return new Promise((resolve, reject) => {
    let seen = "";
    setTimeout(() => child.kill("SIGKILL"), patienceMs).unref();
    child.on("error", reject);
    child.stdout.on("data", (text: Buffer) => {
      seen += text.toString();
      if (!seen.includes("1 Home")) return;
      child.kill("SIGKILL");
      resolve(performance.now() - from);
    });
    child.on("close", () => reject(new Error(`No frame came:\n${seen}`)));
  });
}

function plainEnv(): NodeJS.ProcessEnv {
  // Certificates of the machine are read at start by every Node, and CI would open no interface.
  const { NODE_EXTRA_CA_CERTS: _, CI: __, ...env } = process.env;
  return { ...env, TERM: "xterm-256color" };
}
