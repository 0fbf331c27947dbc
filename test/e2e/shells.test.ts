import { spawn } from "node:child_process";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeLongLog } from "../../bench/long-log.ts";
import { driveSession } from "../../src/app/run/drive-session.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { type Desk, desk } from "../support/huddle.ts";
import { keptPlace } from "../support/kept-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");

const withLongSession = keptPlace(async (): Promise<Desk> => {
  const at = await desk();
  const folder = join(at.repository, ".git/huddle/sessions/long");
  await mkdir(folder, { recursive: true });
  await writeLongLog(join(folder, "log.jsonl"), 20_000);
  return at;
});

test.each([["show"], ["show", "--all"], ["show", "--json"], ["--help"]])(
  "a reader that goes away ends %s quietly",
  async (...args) => {
    const at = await withLongSession();
    const child = spawn(process.execPath, [program, ...args], {
      cwd: at.repository,
      env: at.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.on("close", (...ended) => resolve(ended)),
    );
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" });
  },
);

test("without a terminal nothing is coloured, and NO_COLOR wins over FORCE_COLOR", async () => {
  const at = await desk(miniRehearsal.repository.files);
  await playTo(at, miniRehearsal, "ship");
  const esc = String.fromCharCode(27);
  for (const args of [[], ["show"], ["inbox"], ["tasks"], ["--help"]]) {
    expect((await at.huddle(args)).stdout).not.toContain(esc);
    const env = { NO_COLOR: "1", FORCE_COLOR: "1" };
    expect((await at.huddle(args, { env })).stdout).not.toContain(esc);
  }
});

test("a path with a newline and quotes, and GIT_DIR of a calling hook, make no difference", async () => {
  const at = await desk();
  const odd = join(at.root, `new\nline 'n' "q" $HOME`);
  await rename(at.repository, odd);
  const options = { cwd: odd, env: { GIT_DIR: "/nowhere" } };
  expect(await at.huddle(["init"], options)).toMatchObject({ code: 0, stderr: "" });
  expect(await at.json(["new", "It"], options)).toMatchObject({ session: "it" });
  expect(await at.json(["say", "hi"], options)).toMatchObject({ said: "hi" });
  const { stdout } = await at.huddle(["doctor"], options);
  expect(stdout.match(/^BAD .*$/gm)).toEqual([
    expect.stringContaining("model strong"),
    expect.stringContaining("model fast"),
  ]);
});

test("ship lets a living runner do it, and waits until it is done", async () => {
  const at = await desk(miniRehearsal.repository.files);
  const session = await playTo(at, miniRehearsal, "ship");
  const project = await openWire({ env: at.env, cwd: at.repository }).openProject();
  const files = await project.sessions.open(session);
  const stop = new AbortController();
  const running = driveSession(project, files, {
    lease: { mode: "run" },
    model: { reply: () => Promise.reject(new Error("nothing is asked any more")) },
    signal: stop.signal,
    linger: true,
  });
  try {
    await files.journal.moved(files.journal.state().head, stop.signal);
    expect(await at.json(["status"])).toMatchObject({ runner: { pid: process.pid } });
    expect(await at.json(["ship"])).toMatchObject({ kind: "shipped", onto: "huddle-twice" });
    expect(await running).toMatchObject({ kind: "finished" });
  } finally {
    stop.abort();
    await running;
    await files.close();
  }
});
