import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";
import { runAlone } from "../../../test/support/run-alone.ts";

const nobody = 65534;
/** Root without the right to look into processes of others, as any other user is. */
const unprivileged = ["setpriv", "--inh-caps=-sys_ptrace", "--bounding-set=-sys_ptrace"];
const canBeOthers =
  process.getuid?.() === 0 && spawnSync("/bin/sh", ["-c", `${unprivileged.join(" ")} true`]).status === 0;

/** What removing an old lock says while a git of another user is at work somewhere. */
async function removed(owner: number): Promise<{ readonly told: unknown; readonly stands: boolean }> {
  const place = await gitPlace();
  const path = join(place.repository, ".git/index.lock");
  await writeFile(path, "");
  await chown(path, owner, owner);
  await utimes(path, 1e9, 1e9);
  const other = spawn("git", ["hash-object", "--stdin"], { cwd: "/", uid: nobody, gid: nobody });
  onTestFinished(() => void other.kill());
  await new Promise((resolve) => other.once("spawn", resolve));
  const { dev, ino, size, mtimeMs } = await stat(path);
  const wanted = {
    commonDir: join(place.repository, ".git"),
    now: new Date().toISOString(),
    path,
    mark: `${dev}:${ino}:${size}:${mtimeMs}`,
  };
  const script = `
    import { removeLock } from "./it.mjs";
    const told = await removeLock(${JSON.stringify(wanted)}).then(() => "removed", ({ message }) => message);
    console.log(JSON.stringify(told.replace("process ${other.pid}", "process it")));
  `;
  const told = await runAlone("src/workspace/git/locks.ts", script, unprivileged);
  return { told, stands: existsSync(path) };
}

test.runIf(canBeOthers)(
  "git of another user, wherever it works, does not hold a lock of this one",
  async () => {
    expect(await removed(0)).toEqual({ told: "removed", stands: false });
  },
);

test.runIf(canBeOthers)("git of the user who owns a lock may hold it, and is told so", async () => {
  expect(await removed(nobody)).toEqual({
    told: expect.stringContaining("Git may be at work in this repository (process it)"),
    stands: true,
  });
});
