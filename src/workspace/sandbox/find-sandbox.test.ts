import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { requires } from "../../../test/support/requires.ts";
import { findSandbox } from "./find-sandbox.ts";

/** A machine whose bubblewrap is a script. */
async function machine(script?: string) {
  const home = await emptyPlace();
  const bin = join(home, "tools");
  await mkdir(bin);
  if (script !== undefined) {
    await writeFile(join(bin, "bwrap"), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, "bwrap"), 0o755);
  }
  return { PATH: bin, HOME: home, TMPDIR: home, LANG: "C.UTF-8" };
}

const version = (number: string) => `[ "$1" = --version ] && { echo bubblewrap ${number}; exit; }`;
const fails = (line: string) => `${version("0.9.0")}\necho "bwrap: ${line}" >&2; exit 1`;
/** Enters nothing, and runs the command where it is. */
const passes = 'while [ "$1" != -- ]; do shift; done; shift; PATH=/usr/bin:/bin exec "$@"';

test("without bubblewrap one is told how to install it", async () => {
  const found = await findSandbox({ platform: "linux", env: await machine() });
  expect(found).toMatchObject({ kind: "missing", why: expect.stringContaining("is not installed") });
  for (const way of ["apt-get install", "dnf install", "pacman -S"])
    expect(found).toMatchObject({ remedy: expect.stringContaining(`${way} bubblewrap`) });
});

const noPermissions =
  "No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.";
const older = noPermissions.replace("create", "creating");

test.each<[line: string, why: string, remedy: string, inContainer?: boolean]>([
  ["setting up uid map: Permission denied", "AppArmor", "/etc/apparmor.d/bwrap"],
  [
    "loopback: Failed RTM_NEWADDR: Operation not permitted",
    "AppArmor",
    "apparmor_restrict_unprivileged_userns=0",
  ],
  [noPermissions, "does not allow user namespaces", "user.max_user_namespaces=15000"],
  [older, "does not allow user namespaces", "kernel.unprivileged_userns_clone=1"],
  [noPermissions, "container", "docker run --security-opt", true],
  [older, "container", '"sandbox": "outer"', true],
  [
    "Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)",
    "does not allow user namespaces",
    "user.max_user_namespaces=15000",
    true,
  ],
  [
    "Creating new namespace failed, likely because the kernel does not support user namespaces.  bwrap must be installed setuid on such systems.",
    "does not allow user namespaces",
    "user.max_user_namespaces=15000",
  ],
  ["Creating new namespace failed: Operation not permitted", "container", "docker run --security-opt"],
  ["Failed to make / slave: Permission denied", "container", "apparmor=unconfined", true],
  ["Can't mount proc on /newroot/proc: Operation not permitted", "container", '"sandbox": "outer"'],
  ["Something new: 7", "bubblewrap does not work here: bwrap: Something new: 7", '"sandbox": "outer"'],
])("bubblewrap that says %s is explained", async (line, why, remedy, inContainer = false) => {
  const env = await machine(fails(line));
  const found = await findSandbox({ platform: "linux", env, inContainer: () => inContainer });
  expect(found).toEqual({
    kind: "missing",
    why: expect.stringContaining(why),
    remedy: expect.stringContaining(remedy),
  });
});

test.each([
  ["0.6.1", ""],
  [
    "0.8.0",
    'case "$*" in *--disable-userns*) echo "bwrap: Unknown option --disable-userns" >&2; exit 1;; esac',
  ],
])(
  "bubblewrap %s that does not know --disable-userns is used without it, and that is said",
  async (number, refuses) => {
    const found = await findSandbox({
      platform: "linux",
      env: await machine(`${version(number)}\n${refuses}\n${passes}`),
    });
    expect(found).toMatchObject({
      kind: "ready",
      sandbox: { kind: "bubblewrap", version: number, weaker: [expect.stringContaining("older than 0.8")] },
    });
  },
);

test("where the kernel has no filters for calls, bubblewrap is used without one, and that is said", async () => {
  const refuses =
    'case "$*" in *--seccomp*) echo "bwrap: prctl(PR_SET_SECCOMP): Invalid argument" >&2; exit 1;; esac';
  const env = await machine(`${version("0.8.0")}\n${refuses}\n${passes}`);
  const found = await findSandbox({ platform: "linux", env: { ...env, PATH: `${env.PATH}:/usr/bin:/bin` } });
  expect(found).toMatchObject({ kind: "ready", sandbox: { weaker: [expect.stringContaining("keyrings")] } });
});

test("a bubblewrap that does nothing is not taken for one that works", async () => {
  const found = await findSandbox({ platform: "linux", env: await machine(`${version("0.8.0")}\nexit 0`) });
  expect(found).toMatchObject({ kind: "missing", why: expect.stringContaining("was not written") });
});

test("the real one is found with its version", async () => {
  requires("bwrap");
  const env = { ...(await machine()), PATH: process.env.PATH };
  const found = await findSandbox({ platform: "linux", env });
  expect(found).toMatchObject({
    kind: "ready",
    sandbox: { kind: "bubblewrap", version: expect.stringMatching(/^\d/) },
  });
});

test("a person may say that this machine is the sandbox, or that there is none", async () => {
  const env = { ...(await machine()), PATH: process.env.PATH, OPENAI_API_KEY: "k" };
  const outer = await findSandbox({ chosen: "outer", platform: "linux", env });
  if (outer.kind !== "ready") throw new Error("it is always ready");
  expect(outer.sandbox).toMatchObject({ kind: "outer", weaker: [expect.stringContaining("that you can")] });
  const inside = await outer.sandbox.enter({ worktree: "/w", commonDir: "/r/.git", temporary: "/t" });
  expect(inside).toMatchObject({ worktree: "/w", env: { TMPDIR: "/t", CI: "1" } });
  expect(inside.env).not.toHaveProperty("OPENAI_API_KEY");
  expect(await findSandbox({ chosen: "none", platform: "linux", env })).toMatchObject({
    kind: "off",
    why: expect.stringContaining('your config says "sandbox": "none"'),
  });
});

test.each([
  ["bubblewrap", "darwin", "for Linux"],
  ["seatbelt", "linux", "for macOS"],
  [undefined, "win32", "no sandbox for win32"],
] as const)("%s on %s is told apart", async (chosen, platform, why) => {
  const found = await findSandbox({ ...(chosen && { chosen }), platform, env: await machine() });
  expect(found).toMatchObject({ kind: "missing", why: expect.stringContaining(why) });
});
