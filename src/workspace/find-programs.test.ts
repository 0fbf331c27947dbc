import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../test/support/git-place.ts";
import { realSandbox } from "../../test/support/real-sandbox.ts";
import { findPrograms } from "./find-programs.ts";

/** A machine with one more program than the system has, and a project with one of its own that leaves a trace. */
async function machine() {
  const root = await emptyPlace();
  const [bin, temporary] = [join(root, "bin"), join(root, "temporary")];
  for (const folder of [bin, temporary]) await mkdir(folder);
  for (const path of [join(bin, "onlyhere"), join(root, "build.sh")]) {
    await writeFile(path, `#!/bin/sh\ntouch '${root.replaceAll("'", "'\\''")}/started'\n`);
    await chmod(path, 0o755);
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: root };
  return { root, env, temporary };
}

const runs = [
  "CI=1 git --version && onlyhere --all | sort; cd sub; ./build.sh test",
  "nosuchprogram x",
  "$(dirty) && `x`",
];

test("every program that commands start is looked for, and none of the project's is started", async () => {
  const at = await machine();
  const found = await findPrograms(runs, at);
  expect(found).toEqual([
    { program: "./build.sh", outside: { path: "./build.sh" }, inside: { path: "./build.sh" } },
    { program: "git", outside: { path: expect.stringMatching(/\/git$/) } },
    { program: "nosuchprogram" },
    { program: "onlyhere", outside: { path: join(at.root, "bin", "onlyhere") } },
    { program: "sort", outside: { path: expect.stringMatching(/\/sort$/) } },
  ]);
  await expect(writeFile(join(at.root, "started"), "", { flag: "wx" })).resolves.toBeUndefined();
  expect(await findPrograms([], at)).toEqual([]);
});

test("the sandbox may have fewer, and versions are those of each side", async () => {
  const at = await machine();
  const { found } = await realSandbox();
  if (found.kind !== "ready") throw new Error(found.why);
  const programs = await findPrograms(["python3 -m pytest", "onlyhere", "sort"], {
    ...at,
    sandbox: found.sandbox,
  });
  const [onlyhere, python, sort] = programs;
  expect(onlyhere).toEqual({ program: "onlyhere", outside: expect.anything() });
  expect(python).toMatchObject({ inside: { version: expect.stringMatching(/^Python 3/) } });
  expect(python?.outside?.version).toBe(python?.inside?.version);
  expect(sort).toMatchObject({ outside: { path: sort?.inside?.path } });
});
