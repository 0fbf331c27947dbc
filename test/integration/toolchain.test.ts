import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkNode } from "../../scripts/setup.mjs";
import { startNode } from "../support/finished.ts";
import { requires } from "../support/requires.ts";
import { scratchProject } from "../support/scratch-project.ts";

const run = promisify(execFile);

/** Says what it was given, counts interrupts, and ends by SIGTERM with 7. */
const program = `
  let interrupts = 0;
  process.on("SIGINT", () => console.log("interrupt", ++interrupts));
  process.on("SIGTERM", () => process.exit(7));
  import("./words.ts").then(({ words }) => console.log(words, JSON.stringify(process.argv.slice(2))));
  if (process.argv.includes("--wait")) setInterval(() => undefined, 1000);
`;
const sources = { "src/cli/main.ts": program, "src/cli/words.ts": 'export const words = "hello";' };

describe("what a machine lacks is named, with the command that installs it", () => {
  test("an old git", async () => {
    const folder = await scratchProject(sources);
    const bin = await mkdtemp(join(tmpdir(), "bin-"));
    await writeFile(join(bin, "git"), "#!/bin/sh\necho git version 2.30.2\n");
    await chmod(join(bin, "git"), 0o755);
    const { code, stdout, stderr } = await start(folder, [], { PATH: `${bin}:${process.env.PATH}` });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Huddle needs git 2.38 or newer. This is git 2.30.2.");
    expect(stderr).toContain("sudo apt-get update && sudo apt-get install git");
    expect(stderr).toContain("brew install git");
  });

  test("no git", async () => {
    const { code, stderr } = await start(await scratchProject(sources), [], { PATH: "/nonexistent" });
    expect(code).toBe(1);
    expect(stderr).toContain("No git was found.");
  });

  test.each(["18.20.0", "20.18.3", "21.7.0", "22.11.0"])("Node %s", (version) => {
    expect(() => checkNode(version)).toThrow(`This is ${version}.\nInstall it with one of:\n  nvm install`);
  });

  test.each(["20.19.0", "22.12.0", "23.1.0", "24.0.0"])("but Node %s is new enough", (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });
});

describe("npm start", () => {
  test("builds once, passes arguments on and ends like the demo", async () => {
    const folder = await scratchProject(sources);
    const first = await start(folder, ["--name", 'it\'s "me"']);
    expect(first).toMatchObject({ code: 0, stdout: 'hello ["demo","--name","it\'s \\"me\\""]\n' });
    expect(first.stderr).toBe("Building …\n");
    expect(await start(folder, [])).toMatchObject({ code: 0, stderr: "" });
  });

  test("without a terminal, passes a signal on once and lives as long as the demo", async () => {
    const folder = await scratchProject(sources);
    const started = startNode([join(folder, "scripts/start.mjs"), "--wait"]);
    await started.printed("hello");
    started.kill("SIGINT");
    await started.printed("interrupt 1");
    started.kill("SIGTERM");
    const { code, stdout } = await started.finished;
    expect(code).toBe(7);
    expect(stdout).not.toContain("interrupt 2");
  });

  test("in a terminal, one Ctrl-C is one interrupt", async () => {
    requires("tmux");
    const folder = await scratchProject(sources);
    const server = `toolchain-${process.pid}`;
    const tmux = async (...args: string[]) => (await run("tmux", ["-L", server, ...args])).stdout;
    onTestFinished(async () => void (await tmux("kill-server").catch(() => undefined)));
    const seen = async (text: string) => {
      await expect.poll(() => tmux("capture-pane", "-p", "-t", "demo"), { timeout: 20_000 }).toContain(text);
    };
    await tmux(
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-s",
      "demo",
      "-x",
      "100",
      "-y",
      "30",
      "-c",
      folder,
      "sh",
    );
    await tmux("send-keys", "-t", "demo", "npm start -- --wait; echo ended with $?", "Enter");
    await seen("hello");
    await tmux("send-keys", "-t", "demo", "C-c");
    await seen("interrupt 1");
    await tmux("send-keys", "-t", "demo", "C-c");
    await seen("interrupt 2");
    await tmux("send-keys", "-t", "demo", "C-c");
    await seen("interrupt 3");
    expect(await tmux("capture-pane", "-p", "-t", "demo")).not.toContain("interrupt 4");
  });
});

describe("the build", () => {
  test("happens again when a source changed, and only then", async () => {
    const folder = await scratchProject(sources);
    expect(await build(folder)).toMatch(/^Built product/);
    expect(await build(folder)).toMatch(/^Nothing to build/);
    await writeFile(join(folder, "src/cli/words.ts"), 'export const words = "goodbye";');
    expect(await build(folder)).toMatch(/^Built product/);
    expect((await demo(folder)).stdout).toMatch(/^goodbye/);
    await writeFile(join(folder, "src/cli/words.test.ts"), "a test is not a source");
    expect(await build(folder)).toMatch(/^Nothing to build/);
  });

  test("happens again when a part of it is gone", async () => {
    const folder = await scratchProject(sources);
    await build(folder);
    await rm(join(folder, "dist/chunks"), { recursive: true });
    expect(await build(folder)).toMatch(/^Built product/);
    expect((await demo(folder)).code).toBe(0);
  });

  test("makes an executable that names the licences inside", async () => {
    const folder = await scratchProject({
      "src/cli/main.ts": 'import { Command } from "commander"; console.log(new Command("huddle").name());',
    });
    await build(folder);
    expect((await stat(join(folder, "dist/huddle.cjs"))).mode & 0o111).toBe(0o111);
    expect((await run(join(folder, "dist/huddle.cjs"))).stdout).toBe("huddle\n");
    const notices = await readFile(join(folder, "dist/THIRD-PARTY-NOTICES.txt"), "utf8");
    expect(notices).toMatch(/^commander \d.*\(MIT\)$/m);
  });

  test("takes away a launcher that an earlier one made under another name, and nothing else", async () => {
    const folder = await scratchProject(sources);
    await build(folder);
    const old = join(folder, "dist/huddle.js");
    await cp(join(folder, "dist/huddle.cjs"), old);
    await writeFile(join(folder, "dist/mine.js"), "// mine\n");
    await writeFile(join(folder, "src/cli/words.ts"), 'export const words = "goodbye";');
    await build(folder);
    expect((await readdir(join(folder, "dist"))).filter((name) => name.endsWith("js")).sort()).toEqual([
      "huddle.cjs",
      "mine.js",
    ]);
  });

  test("says what is wrong with the source and leaves the last build alone", async () => {
    const folder = await scratchProject(sources);
    await build(folder);
    await writeFile(join(folder, "src/cli/words.ts"), "export const words = ;");
    const broken = await startNode([join(folder, "scripts/build.mjs"), "--product"]).finished;
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain("words.ts");
    await writeFile(join(folder, "src/cli/words.ts"), 'import "no-such-package"; export const words = 1;');
    const missing = await startNode([join(folder, "scripts/build.mjs"), "--product"]).finished;
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("no-such-package");
    expect((await demo(folder)).stdout).toMatch(/^hello/);
  });

  test("killed at any moment leaves the old or the new one, never a broken one", async () => {
    const folder = await scratchProject(sources);
    await build(folder);
    let words = "hello";
    for (let delayMs = 60; delayMs <= 260; delayMs += 20) {
      const next = `hello after ${delayMs} ms`;
      await writeFile(join(folder, "src/cli/words.ts"), `export const words = "${next}";`);
      const building = startNode([join(folder, "scripts/build.mjs"), "--product"]);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      building.kill("SIGKILL");
      await building.finished;
      const { code, stdout } = await demo(folder);
      expect(code).toBe(0);
      expect([words, next]).toContain(stdout.replace(/ \[.*\n$/, ""));
      words = stdout.replace(/ \[.*\n$/, "");
    }
    expect(await build(folder)).toMatch(/^(Built product|Nothing)/);
    expect((await demo(folder)).stdout).toMatch(/^hello after 260 ms/);
  });

  test("three at once do not clash, and leave no drafts", async () => {
    const folder = await scratchProject(sources);
    const builds = [1, 2, 3].map(() => startNode([join(folder, "scripts/build.mjs"), "--product"]).finished);
    expect((await Promise.all(builds)).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await demo(folder)).stdout).toMatch(/^hello/);
    expect(
      (await readdir(join(folder, "dist"), { recursive: true })).filter((name) => /tmp/.test(name)),
    ).toEqual([]);
  });

  test("an old process finds the parts it loads late", async () => {
    const folder = await scratchProject({
      "src/cli/main.ts": `
        console.log("ready");
        process.once("SIGUSR2", async () => console.log((await import("./late.ts")).late) ?? process.exit());
        setInterval(() => undefined, 1000);
      `,
      "src/cli/late.ts": 'export const late = "the old part";',
    });
    await build(folder);
    const old = startNode([join(folder, "dist/huddle.cjs")]);
    await old.printed("ready");
    await writeFile(join(folder, "src/cli/late.ts"), 'export const late = "the new part";');
    await build(folder);
    old.kill("SIGUSR2");
    expect((await old.finished).stdout).toBe("ready\nthe old part\n");
  });
});

function start(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startNode([join(folder, "scripts/start.mjs"), ...args], { env: { ...process.env, ...env } })
    .finished;
}

async function build(folder: string): Promise<string> {
  const { code, stderr } = await startNode([join(folder, "scripts/build.mjs"), "--product"]).finished;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stderr;
}

function demo(folder: string) {
  return startNode([join(folder, "dist/huddle.cjs")]).finished;
}
