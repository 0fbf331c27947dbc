import { execFileSync, spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { whyNotStarted } from "./why-not-started.ts";

const files: Readonly<Record<string, string>> = {
  "plain.sh": "echo hello\n",
  "lost.sh": "#!/no/such/interpreter\n",
  Makefile: "test:\n\tnosuchtool --run\n",
  "below.sh": "sh -c nosuchtool; exit $?\n",
};

/** What a real shell does with this command. */
async function ended(command: string): Promise<{ exit: number | null; output: string }> {
  const folder = await emptyPlace();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await chmod(join(folder, "lost.sh"), 0o755);
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
  });
  return { exit: status, output: `${stdout}${stderr}` };
}

function has(program: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("10.2: a check that cannot start says why", () => {
  test.each([
    ["nosuchtool", /nosuchtool.*not found/],
    ["echo before; nosuchtool --all", /nosuchtool.*not found/],
    ["./missing.sh", /missing\.sh.*(not found|no such file)/i],
    ["./plain.sh", /plain\.sh.*permission denied/i],
    ["./lost.sh", /lost\.sh|interpreter/],
    ["sh below.sh", /nosuchtool.*not found/],
    ["exit 127", /ends with 127 and prints nothing/],
    ["echo the tool is gone; exit 126", /the tool is gone/],
  ])("%s", async (command, line) => {
    expect(whyNotStarted(await ended(command), false)).toMatch(line);
  });

  test.runIf(has("make"))("make, which ends with a code of its own", async () => {
    const run = await ended("make test");
    expect(run.exit).toBe(2);
    expect(whyNotStarted(run, false)).toMatch(/nosuchtool/);
  });

  test.each([
    [
      "pnpm",
      1,
      "sh: 1: vitest: not found\n ELIFECYCLE  Command failed with exit code 127.\n",
      "sh: 1: vitest: not found",
    ],
    [
      "yarn",
      127,
      "/bin/sh: vitest: command not found\nerror Command failed with exit code 127.\n",
      "/bin/sh: vitest: command not found",
    ],
    [
      "just",
      127,
      "sh: 1: foo: not found\nerror: Recipe `test` failed on line 2 with exit code 127\n",
      "sh: 1: foo: not found",
    ],
    ["node", 127, "Error: spawn pytest ENOENT\n", "Error: spawn pytest ENOENT"],
  ])("as %s prints it", (_, exit, output, line) => {
    expect(whyNotStarted({ exit, output }, false)).toBe(line);
  });
});

test.each([
  ["a failing test", 1, "not ok 1 - it fails\n", false],
  [
    "a missing file that the code wanted",
    1,
    "Error: ENOENT: no such file or directory, open 'data.json'\n",
    false,
  ],
  ["a test about exit codes that fails", 1, "FAIL cli: expected exit code 127, got 1\n", false],
  [
    "a failing test long after words about a code of that kind",
    1,
    `sh: 1: optional: not found\nexited with code 127\n${"checking\n".repeat(20)}1 is not 2\n`,
    false,
  ],
  ["127 failing tests, counted as mocha ends", 127, "  127 failing\n", true],
  ["a passing check that warns", 0, "sh: 1: optional: not found\n", false],
  ["a check that was ended", null, "sh: 1: x: not found\n", false],
])("%s has started", (_, exit, output, counted) => {
  expect(whyNotStarted({ exit, output }, counted)).toBeUndefined();
});
