import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Desk, desk } from "../support/huddle.ts";

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");

/** Whether this machine lets the test do so; otherwise the reason is printed. */
function allows(what: string, command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, [...args], { stdio: "ignore" });
    return true;
  } catch {
    console.warn(`skipped: this machine does not allow ${what}`);
    return false;
  }
}

const mounts = allows("mounts of one's own", "unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt");
const users = allows(
  "being another user",
  ...(["setpriv", "--reuid", "65534", "--clear-groups", process.execPath, program, "--version"] as const),
);

/** Runs lines of a shell. `h` is the command; what each line prints comes back under its number, with its exit code. */
async function script(at: Desk, lines: readonly string[], ...start: readonly string[]) {
  const marked = lines.map((line) => `${line} 2>&1; echo "=== $?"`).join("\n");
  const text = `h() { '${process.execPath}' '${program}' "$@"; }\n${marked}\n`;
  const [command = "", ...args] = [...start, "/bin/sh", "-c", text];
  const printed = await new Promise<string>((resolve) => {
    execFile(command, args, { cwd: at.repository, env: at.env }, (_, stdout) => resolve(stdout));
  });
  const told = printed.split(/^=== (\d+)\n/m);
  return lines.map((_, at) => ({ text: told[2 * at] ?? "", exit: Number(told[2 * at + 1]) }));
}

const fill = "dd if=/dev/zero of=.git/huddle/fill bs=512 2>/dev/null; cat /dev/zero >> .git/huddle/fill";
/** Longer than what is left of a block. */
const words = "x".repeat(6_000);

test.skipIf(!mounts)(
  "10.21: a full disk is named with its path, nothing is lost, and room is enough to go on",
  async () => {
    const at = await desk();
    await mkdir(join(at.repository, ".git/huddle"));
    const told = await script(
      at,
      [
        "mount -t tmpfs -o size=256k none .git/huddle",
        "h new Calculator",
        fill,
        `h say ${words}`,
        "h new Another",
        "h status",
        "h doctor",
        "rm .git/huddle/fill",
        `h say ${words}`,
        "h doctor",
      ],
      "unshare",
      "-m",
    );
    expect(told[1]).toMatchObject({ exit: 0 });
    const path = join(at.repository, ".git/huddle/sessions");
    for (const refused of [told[3], told[4]]) {
      expect(refused?.exit).toBe(1);
      expect(refused?.text).toMatch(/the disk is (probably )?full/);
      expect(refused?.text).toContain(path);
    }
    expect(told[5]).toMatchObject({ exit: 0, text: expect.stringContaining("calculator") });
    expect(told[8]).toMatchObject({ exit: 0 });
    expect(told[9]?.text).toMatch(/^ok {4}session calculator: \d+ events/m);
  },
);

test.skipIf(!mounts)("10.21: a read-only disk is named with its path, and looking goes on", async () => {
  const at = await desk();
  expect((await at.huddle(["new", "Calculator"])).code).toBe(0);
  const told = await script(
    at,
    [
      "mount --bind . . && mount -o remount,bind,ro .",
      'cd . && cd "$PWD"',
      "h say hello",
      "h new Another",
      "h init",
      "h status",
      "h inbox",
    ],
    "unshare",
    "-m",
  );
  for (const refused of told.slice(2, 5)) {
    expect(refused).toMatchObject({ exit: 1 });
    expect(refused?.text).toMatch(/read-only/i);
    expect(refused?.text).toContain(at.repository);
    expect(refused?.text).not.toContain("should not happen");
  }
  expect(told[5]).toMatchObject({ exit: 0 });
  expect((await at.huddle(["say", "hello"])).code).toBe(0);
});

test("10.21: too many open files are named, however few there may be", async () => {
  const at = await desk();
  expect((await at.huddle(["new", "Calculator"])).code).toBe(0);
  const limits = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 34];
  const told = await script(
    at,
    limits.map((limit) => `(ulimit -n ${limit}; h say hello)`),
  );
  for (const [index, { exit, text }] of told.entries()) {
    const limit = `limit ${limits[index]}`;
    expect(text, limit).not.toContain("should not happen");
    expect(text, limit).not.toContain("node:");
    if (exit !== 0) expect(text, limit).toMatch(/[Tt]oo many files are open/);
  }
  expect(told.some(({ exit }) => exit !== 0)).toBe(true);
  expect((await at.huddle(["doctor"])).stdout).toMatch(/^ok {4}session calculator: \d+ events/m);
});

test.skipIf(!users)("10.21: missing rights are named with the path, and looking goes on", async () => {
  const at = await desk();
  expect((await at.huddle(["new", "Calculator"])).code).toBe(0);
  await at.git("config", "--global", "--add", "safe.directory", "*");
  const other = ["setpriv", "--reuid", "65534", "--clear-groups"] as const;
  // The folder of all tests cannot be entered by others.
  const [outside] = await script(at, ["h status"], ...other);
  expect(outside).toMatchObject({
    exit: 1,
    text: expect.stringContaining(`enter the folder ${at.repository}`),
  });
  const home = dirname(at.root);
  const { mode } = await stat(home);
  onTestFinished(() => chmod(home, mode));
  for (const folder of [home, at.root]) await chmod(folder, 0o755);
  const told = await script(at, ["h say hello", "h new Another", "h init", "h status"], ...other);
  for (const refused of told.slice(0, 3)) {
    expect(refused.exit).toBe(1);
    expect(refused.text).toMatch(/no permission|Permission denied/);
    expect(refused.text).toContain(at.repository);
    expect(refused.text).not.toContain("should not happen");
  }
  expect(told[3]).toMatchObject({ exit: 0 });
  expect((await at.huddle(["say", "hello"])).code).toBe(0);
});
