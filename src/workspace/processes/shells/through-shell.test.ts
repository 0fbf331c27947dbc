import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { appears } from "../../../../test/support/appears.ts";
import { emptyPlace } from "../../../../test/support/git-place.ts";
import { heldPipe } from "../../../../test/support/held-pipe.ts";
import type { Start } from "./shell-script.ts";
import type { ShellRun } from "./small-shell.ts";
import { throughShell } from "./through-shell.ts";

const program = join(import.meta.dirname, "../../../../build/test/support/shells-process.js");
const how: ShellRun = { most: 1_000_000 };

/** `at`: a folder that the script knows as $AT. */
function shell(script: string, more: Partial<Start> = {}, at = "/"): Start {
  const env = { PATH: process.env.PATH ?? "", AT: at };
  return { program: "sh", args: ["-c", script], cwd: "/", env, ...more };
}

async function printed(start: Start, wanted: ShellRun = how): Promise<string | undefined> {
  return (await throughShell(start, wanted))?.bytes.toString("utf8");
}

/** Words that a shell reads in a way of its own, and any others. */
const word = fc.oneof(
  fc.constantFrom(
    "'",
    "''",
    "\\",
    "\\n",
    "$HOME",
    "`id`",
    "*",
    "~",
    "-n",
    "#",
    "%s",
    "\n",
    "\r",
    "\x81\x88",
    "",
  ),
  fc.string({ unit: "binary" }),
);
const typeable = word.map((text) => text.replaceAll("\0", ""));

test("a program gets exactly its words, its variables and its input, and nothing else", async () => {
  const show = `printf '%s\\001' "$#" "$@" "$VALUE" "\${OLDPWD-none}"; cat; printf '%s' "$VALUE" >&2`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(typeable, { maxLength: 4 }),
      typeable,
      fc.option(word),
      async (args, value, input) => {
        const { env } = shell("");
        const start = shell(show, { args: ["-c", show, "sh", ...args], env: { ...env, VALUE: value } });
        const ended = await throughShell({ ...start, ...(input !== null && { input }) }, how);
        const all = [String(args.length), ...args, value, "none"];
        expect(ended?.bytes.toString("utf8")).toBe(
          `${all.map((one) => `${one}\x01`).join("")}${input ?? ""}`,
        );
        expect(ended?.said.toString("utf8")).toBe(value);
      },
    ),
    { numRuns: 150 },
  );
});

test("input that no pipe can hold arrives whole, whether the program reads it first, last or never", async () => {
  const input = "0123456789%\\n'\n".repeat(3_000);
  expect(await printed(shell("cat", { input }))).toBe(input);
  const late = shell("head -c 300000 /dev/zero | tr '\\0' x; cat", { input });
  expect(await printed(late)).toBe(`${"x".repeat(300_000)}${input}`);
  expect(await throughShell(shell("exit 7", { input }), how)).toMatchObject({ exit: 7 });
});

test("a program sees no variable and no file of ours, and works where it is told to", async () => {
  const cwd = await emptyPlace();
  const env = { SAID: "a b" };
  expect(await printed({ program: "/usr/bin/env", args: [], cwd, env })).toBe("SAID=a b\n");
  expect(await printed(shell("pwd -P", { cwd }))).toBe(`${cwd}\n`);
  expect(await printed(shell("for file in 3 4; do (: >&$file) 2>&- || echo closed; done"))).toBe(
    "closed\nclosed\n",
  );
});

test.each<[string, number | null]>([
  ["exit 0", 0],
  ["exit 1", 1],
  ["exit 128", 128],
  ["exit 129", 129],
  ["kill -KILL $$", null],
  ["kill -TERM $$", null],
])("%s ends with %s", async (script, exit) => {
  expect(await throughShell(shell(script), how)).toMatchObject({ exit });
});

describe("what does not start did not happen", () => {
  test.each<[string, (folder: string) => Partial<Start>]>([
    ["no such program", () => ({ program: "no-such-program" })],
    ["a program without the right", (folder) => ({ program: join(folder, "plain") })],
    ["no such folder", (folder) => ({ cwd: join(folder, "gone") })],
    ["a folder by a way from here", () => ({ cwd: "src" })],
    ["a NUL in a word", () => ({ args: ["-c", "exit 0", "a\0b"] })],
    ["more input than is worth it", () => ({ input: "x".repeat(70_000) })],
    ["a variable that no shell can name", () => ({ env: { "a-b": "1", PATH: process.env.PATH ?? "" } })],
  ])("%s", async (_, wrong) => {
    const folder = await emptyPlace();
    await writeFile(join(folder, "plain"), "#!/bin/sh\n");
    await chmod(join(folder, "plain"), 0o644);
    expect(await throughShell(shell("exit 0", wrong(folder)), how)).toBeUndefined();
    expect(await printed(shell("echo next"))).toBe("next\n");
  });

  test("more than eight at once", async () => {
    const folder = await emptyPlace();
    const waiting = shell('until [ -e "$AT/go" ]; do sleep 0.01; done', {}, folder);
    const all = Array.from({ length: 9 }, () => printed(waiting));
    expect(await Promise.race(all)).toBeUndefined();
    await writeFile(join(folder, "go"), "");
    expect((await Promise.all(all)).filter((out) => out === "")).toHaveLength(8);
  });
});

test("a stop ends the program and all it has started, and only then answers", async () => {
  const folder = await emptyPlace();
  const held = await heldPipe(join(folder, "held"));
  const stop = new AbortController();
  const last = `trap 'sleep 0.2; : >"$AT/ended"; exit' TERM`;
  const script = `exec 9>"$AT/held"; ${last}; sleep 60 & : >"$AT/began"; wait`;
  const ending = throughShell(shell(script, {}, folder), { ...how, signal: stop.signal });
  await appears(join(folder, "began"));
  stop.abort();
  expect(await ending).toMatchObject({ exit: null });
  expect(existsSync(join(folder, "ended"))).toBe(true);
  await held.allGone();
  expect(await printed(shell("echo next"))).toBe("next\n");
});

test("a stop also ends what does not hear the first signal, although the shell did", async () => {
  const folder = await emptyPlace();
  const stop = new AbortController();
  const script = `trap '' TERM; : >"$AT/began"; sleep 60`;
  const ending = throughShell(shell(script, {}, folder), { ...how, signal: stop.signal });
  await appears(join(folder, "began"));
  stop.abort();
  expect(await ending).toMatchObject({ exit: null });
});

test("a program whose shell is killed counts as killed, and the next one gets another, as often as it happens", async () => {
  for (let time = 0; time < 10; time += 1)
    expect(await throughShell(shell("kill -KILL $PPID"), how)).toMatchObject({ exit: null });
  expect(await printed(shell("echo next"))).toBe("next\n");
});

/** More than any pipe holds, but no more than a machine has. */
const many = 20_000_000;

test.each([0, 1, 10_000, 1_000_000])("a program that prints more than %d bytes is ended", async (most) => {
  const folder = await emptyPlace();
  const script = `yes | head -c ${many}; : >"$AT/printed"; sleep 60`;
  const ended = await throughShell(shell(script, {}, folder), { most });
  expect(ended).toMatchObject({ exit: null, cut: true });
  expect(ended?.bytes).toHaveLength(most);
  expect(existsSync(join(folder, "printed"))).toBe(false);
  expect(await printed(shell("echo next"))).toBe("next\n");
});

test.each<[number, boolean]>([
  [99, true],
  [100, false],
  [101, false],
])("of 100 bytes, %d are enough: cut is %s", async (most, cut) => {
  const ended = await throughShell(shell("yes | head -c 100"), { most });
  expect(ended).toMatchObject({ cut });
  expect(ended?.bytes).toHaveLength(Math.min(100, most));
});

test("of many complaints the beginning is kept, and they stop nothing", async () => {
  const ended = await throughShell(shell(`yes | head -c ${many} >&2; exit 3`), how);
  expect(ended).toMatchObject({ exit: 3, cut: false });
  expect(ended?.said.length).toBe(64 * 1024);
});

test("Ctrl-C in the terminal does not reach a program: it is in another group", async () => {
  const ours = await promisify(execFile)("ps", ["-o", "pgid=", "-p", String(process.pid)]);
  const its = (await printed(shell("ps -o pgid= -p $$")))?.trim();
  expect(its).toMatch(/^\d+$/);
  expect(its).not.toBe(ours.stdout.trim());
});

test("when this process is killed, no shell stays behind, and no program that prints", async () => {
  const folder = await emptyPlace();
  const held = await heldPipe(join(folder, "held"));
  const runner = spawn(process.execPath, [program, folder, "600"], { stdio: "ignore" });
  onTestFinished(() => void runner.kill("SIGKILL"));
  await appears(join(folder, "both"));
  runner.kill("SIGKILL");
  await held.allGone();
  const shells = (await readFile(join(folder, "both"), "utf8")).trim().split(/\s+/);
  expect(new Set(shells).size).toBe(2);
  const gone =
    "for one; do while kill -0 $one && ! ps -o stat= -p $one | grep -q Z; do sleep 0.02; done; done";
  await promisify(execFile)("sh", ["-c", gone, "sh", ...shells]);
});

test("shells without work keep no process from ending", async () => {
  const folder = await emptyPlace();
  const held = await heldPipe(join(folder, "held"));
  const ending = promisify(execFile)(process.execPath, [program, folder, "0"]);
  onTestFinished(() => void ending.child.kill("SIGKILL"));
  await ending;
  await held.allGone();
  expect(existsSync(join(folder, "both"))).toBe(true);
});
