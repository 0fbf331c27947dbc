import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startNode } from "../support/finished.ts";
import { emptyPlace } from "../support/git-place.ts";
import { runHuddle } from "../support/huddle.ts";
import { pictureLines } from "../support/picture-lines.ts";
import { plainEnv } from "../support/plain.ts";
import { notPrinted, transcriptsIn } from "../support/transcripts.ts";

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");

interface Stage {
  readonly folder: string;
  demo(...args: string[]): ReturnType<typeof runHuddle>;
  start(...args: string[]): ReturnType<typeof startNode>;
  follow(): ReturnType<typeof startNode>;
  run(command: string, ...args: string[]): ReturnType<typeof runHuddle>;
}

/** `bwrap`: what that program does on this machine. */
async function stage({ bwrap }: { readonly bwrap?: string } = {}): Promise<Stage> {
  const root = await emptyPlace();
  const folder = join(root, "a demo");
  const env = plainEnv(root);
  if (bwrap !== undefined) {
    await mkdir(join(root, "bin"));
    await writeFile(join(root, "bin", "bwrap"), bwrap, { mode: 0o755 });
    env.PATH = `${join(root, "bin")}:${env.PATH}`;
  }
  return {
    folder,
    demo: (...args) => runHuddle(["demo", "--dir", folder, ...args], { cwd: root, env }),
    start: (...args) => startNode([program, "demo", "--dir", folder, ...args], { cwd: root, env }),
    follow: () => startNode([program, "show", "--follow"], { cwd: folder, env }),
    run: (command, ...args) => runHuddle([command, ...args], { cwd: folder, env }),
  };
}

/** What a picture shows above the rows that change in place. */
async function settledIn(picture: string): Promise<readonly string[]> {
  const lines = pictureLines(await readFile(picture, "utf8"));
  const settled = lines.slice(0, lines.lastIndexOf("")).filter((line) => line.trim() !== "");
  expect(settled.length).toBeGreaterThan(20);
  return settled;
}

const calc = (folder: string, sum: string) => startNode([join(folder, "calc.js"), sum]).finished;

test("on a machine without a sandbox it ends with exit 0 and a calculator that works; played again it shows what came of it", async () => {
  const { folder, demo, run } = await stage({ bwrap: "#!/bin/sh\nexit 1\n" });
  const { code, stdout, stderr } = await demo();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Scripted words; real files, tests, worktrees and merges.");
  expect(stdout).toContain("Its own tests run without a sandbox: it is known what they do.");
  expect(stdout).toContain("◆ How a sum is worked out");
  expect(stdout).toMatch(/t3 {2}✗ tests: \d+ passed, 1 failed/);
  expect(stdout).toMatch(/architect {2}t4 {2}! /);
  expect(stdout).toMatch(/✓ shipped onto main by fast-forward, now at [0-9a-f]{7}\n/);
  expect(stdout.match(/ {3}✓ r\d/g)).toHaveLength(7);
  expect(stdout).toContain('$ node calc.js "2 + 3 * 4"\n   14\n   (exit 0)');
  expect(stdout).toMatch(/cannot divide by zero\n.*\n.*\n {3}\(exit 1\)/);
  expect(stdout).toMatch(
    /6 tasks, 3 decisions, \d+ requests to the script, \d+ tests, \d+ commits, \d+ seconds/,
  );
  const [, after = ""] = stdout.split("── Now with your own code");
  expect(after.match(/huddle (?:model|init|new)/g)).toEqual(["huddle model", "huddle init", "huddle new"]);
  // Only what matters, and nothing for a terminal.
  expect(stdout).not.toContain("Four parts: tokens, tree, value, text.");
  expect(stdout).not.toContain("\u001b");
  expect(await calc(folder, "0.1 + 0.2")).toMatchObject({ code: 0, stdout: "0.3\n" });
  expect(await calc(folder, "1 / 0")).toMatchObject({ code: 1, stdout: "" });

  const again = await demo();
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("This demo has already finished.");
  expect(again.stdout.match(/ {3}✓ r\d/g)).toHaveLength(7);

  // What the pages show of it is what is printed.
  const shown = await transcriptsIn("docs/running.md", "played");
  expect(shown.length).toBeGreaterThan(4);
  for (const { command, lines } of shown) {
    const [name = "", ...args] = command;
    const printed = (await run(name, ...args)).stdout;
    expect({ command, missing: notPrinted(lines, printed) }).toEqual({ command, missing: [] });
  }
  const whole = (await run("show", "--all")).stdout.replaceAll(/^you {8}/gm, "pm         ");
  expect(notPrinted(await settledIn("docs/pictures/session.svg"), whole)).toEqual([]);
});

test("with --json it is one event per line, then one document; shot it goes on, and a follower sees the end", async () => {
  const { folder, start, follow } = await stage();
  const first = start("--json");
  await first.printed('"type":"task.landed"');
  first.kill("SIGKILL");
  const before = (await first.finished).stdout.split("\n").slice(0, -1).map(seqOf);
  expect(before).toEqual(before.map((_, index) => index + 1));

  const second = start("--json");
  await second.printed('"type":"runner.started"');
  const following = follow();
  const { code, stdout } = await second.finished;
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  const after = lines.slice(0, -1).map(seqOf);
  expect(after[0]).toBeGreaterThan(before.at(-1) ?? 0);
  expect(after).toEqual(after.map((_, index) => (after[0] ?? 0) + index));
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    folder,
    ended: "finished",
    proof: [{ holds: true }, { holds: true }],
    numbers: { tasks: 6 },
  });

  const followed = await following.finished;
  expect(followed.code).toBe(0);
  expect(followed.stdout).toContain("── Refinement");
  expect(followed.stdout).toContain("the last run was cut off; the team goes on where it stopped");
  expect(followed.stdout).toMatch(/✓ shipped onto main by fast-forward/);
  expect(followed.stdout).not.toContain("\u001b");
});

test("stopped it exits 130 and says how to go on; stopped twice at once, the log is whole", async () => {
  const { folder, start, run } = await stage();
  const first = start("--speed", "2");
  await first.printed("── Refinement");
  first.kill("SIGINT");
  const { code, stdout } = await first.finished;
  expect(code).toBe(130);
  const typed = `'${folder.replaceAll("'", "'\\''")}'`;
  const last = stdout.trimEnd().split("\n").at(-1);
  expect(last).toBe(`Next: huddle demo --dir ${typed}  (goes on from here)`);

  const second = start("--speed", "2");
  await second.printed("Going on in Refinement");
  second.kill("SIGINT");
  second.kill("SIGINT");
  expect((await second.finished).code).toBe(130);
  expect((await run("doctor")).stdout).toMatch(/^ok {4}session calculator-terminal: \d+ events/m);
  expect((await run("show")).stdout).toContain("── Refinement");
});

test("a folder with something else in it is left alone", async () => {
  const { folder, demo } = await stage();
  await mkdir(folder);
  await writeFile(join(folder, "notes.txt"), "mine");
  const { code, stderr } = await demo();
  expect(code).toBe(1);
  expect(stderr).toContain("is not empty and holds no demo");
  expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("mine");
});

test("--kill shoots it and finds nothing lost, nothing doubled, the same tree", async () => {
  const { demo } = await stage();
  const { code, stdout } = await demo("--kill", "3", "--json", "--seed", "11");
  expect(JSON.parse(stdout)).toMatchObject({ lost: [], doubled: [], same: true, seed: 11 });
  expect(code).toBe(0);
});

function seqOf(line: string): number {
  const { seq } = JSON.parse(line) as { seq: number };
  return seq;
}
