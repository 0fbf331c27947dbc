import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Desk } from "../support/huddle.ts";
import { deskHere, providedHere } from "../support/huddle-here.ts";

const attributes = { ".gitattributes": "*.bin filter=lfs\n*.secret filter=hide\n", "big.bin": "pointer\n" };

async function told(at: Desk): Promise<{ readonly doctor: string; readonly isRefused: boolean }> {
  const doctor = (await at.huddle(["doctor"])).stdout;
  const started = await at.huddle(["new", "Calculator"]);
  const isRefused = started.code === 1;
  const lines = `${started.stdout}${started.stderr}`;
  const finding = doctor.split("\n").find((line) => line.includes("filters: ")) ?? "";
  // Both say the same.
  if (finding !== "") expect(lines).toContain(finding.slice(finding.indexOf("filters: ") + 9));
  expect(isRefused).toBe(finding.startsWith("BAD"));
  if (isRefused) expect(await at.json(["status"])).toMatchObject({ session: null });
  return { doctor: finding, isRefused };
}

const set = (at: Desk, key: string, value: string) => at.git("config", key, value);

describe("10.22: a missing filter is told before a session starts", () => {
  test.each<[what: string, set: (at: Desk) => Promise<unknown>, words: RegExp, isRefused: boolean]>([
    [
      "required, and its program is not installed",
      async (at) => {
        await set(at, "filter.lfs.process", "git-lfs-of-nobody filter-process");
        await set(at, "filter.lfs.required", "true");
      },
      /big\.bin: .*not there \(git-lfs-of-nobody\).*cannot work here.*git lfs install/,
      true,
    ],
    [
      "required, and only half of it is set up",
      async (at) => {
        await set(at, "filter.lfs.smudge", "cat");
        await set(at, "filter.lfs.required", "true");
      },
      /settings do not say how to run it \(filter\.lfs\)/,
      true,
    ],
    [
      "required, and the program is at a path that is gone",
      async (at) => {
        await set(at, "filter.lfs.smudge", '"/nowhere at all/lfs" smudge %f');
        await set(at, "filter.lfs.clean", "cat");
        await set(at, "filter.lfs.required", "true");
      },
      /not there \(\/nowhere at all\/lfs\)/,
      true,
    ],
    ["not set up at all", async () => {}, /as git stores them.*git lfs install/, false],
    [
      "not required, and its program is not installed",
      (at) => set(at, "filter.lfs.smudge", "nobody-has-this -x"),
      /not there \(nobody-has-this\).*as git stores them/,
      false,
    ],
  ])("%s", async (_, setUp, words, isRefused) => {
    const at = await deskHere(attributes);
    await setUp(at);
    const found = await told(at);
    expect(found.doctor).toMatch(words);
    expect(found.isRefused).toBe(isRefused);
  });

  test("do is refused before a model is asked", async () => {
    const at = await providedHere({ files: attributes });
    await at.git("config", "filter.lfs.required", "true");
    const { code, stderr } = await at.huddle(["do", "something"]);
    expect(code).toBe(1);
    expect(stderr).toContain("git lfs install");
    expect(await at.json(["status"])).toMatchObject({ session: null });
    // A grooming needs no files.
    expect((await at.huddle(["groom", "Later"])).stderr).not.toContain("git lfs install");
  });

  test("with --json, every command that starts work has it as data", async () => {
    const at = await providedHere({ files: attributes });
    const last = async (...args: readonly string[]) => {
      const { stdout } = await at.huddle([...args, "--json"]);
      return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    };
    await at.huddle(["groom", "Later", "--max-turns", "1"]);
    const told = { lacking: [{ topic: "filters", text: expect.stringContaining("git lfs install") }] };
    expect(await last("new", "Calculator")).toMatchObject(told);
    expect(await last("do", "Add a greeting")).toMatchObject(told);
    expect(await last("groom", "promote", "later", "--yes")).toMatchObject(told);
  });

  test.each<[what: string, set: (at: Desk) => Promise<unknown>]>([
    [
      "a filter that works, wherever its program is",
      async (at) => {
        await mkdir(join(at.root, "bin"));
        const program = join(at.root, "bin", "lfs");
        await writeFile(program, "#!/bin/sh\ncat\n");
        await chmod(program, 0o755);
        await set(at, "filter.lfs.smudge", `'${program.replaceAll("'", "'\\''")}'`);
        await set(at, "filter.lfs.clean", "cat");
        await set(at, "filter.lfs.required", "true");
      },
    ],
    [
      "a command that only a shell can read",
      async (at) => {
        for (const key of ["smudge", "clean"]) await set(at, `filter.lfs.${key}`, 'x=1; "$SHELL" -c cat');
        await set(at, "filter.lfs.required", "true");
      },
    ],
    ["a required filter that no file uses", (at) => at.git("rm", "-q", "big.bin").then(() => at.commit({}))],
    [
      "a file that is taken out again",
      (at) => at.commit({ ".gitattributes": "*.bin filter=lfs\nbig.bin !filter\n" }),
    ],
  ])("nothing is said about %s", async (_, setUp) => {
    const at = await deskHere(attributes);
    await at.git("config", "filter.hide.required", "true");
    await setUp(at);
    expect(await told(at)).toEqual({ doctor: "", isRefused: false });
  });
});

test("10.22: a submodule that was never fetched is told by new and doctor, and the session starts", async () => {
  const at = await deskHere();
  await at.git("clone", "-q", "--bare", at.repository, join(at.root, "lib"));
  await at.git(
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    join(at.root, "lib"),
    "lib",
  );
  await at.git("commit", "-q", "-m", "lib");
  const clean = await at.huddle(["doctor"]);
  expect(clean.stdout).not.toContain("submodules");
  await at.git("clone", "-q", at.repository, join(at.root, "clone"));
  const options = { cwd: join(at.root, "clone") };
  const words = "not fetched here: lib. The team works without these files.";
  expect((await at.huddle(["doctor"], options)).stdout).toContain(`note  submodules: ${words}`);
  const started = await at.huddle(["new", "Calculator"], options);
  expect(started.code).toBe(0);
  expect(started.stdout).toContain(`  Submodules: ${words}`);
  expect(await at.json(["new", "Another"], options)).toMatchObject({
    lacking: [{ topic: "submodules", stops: false }],
  });
});
