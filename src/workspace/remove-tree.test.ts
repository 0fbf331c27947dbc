import { mkdir, stat, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../test/support/git-place.ts";
import { runAlone } from "../../test/support/run-alone.ts";
import { discard, removeTree } from "./remove-tree.ts";

/** As somebody to whom modes matter, which they do not to root. */
function asAnybody(script: string): Promise<unknown> {
  const start = process.getuid?.() === 0 ? ["setpriv", "--bounding-set", "-all"] : [];
  return runAlone("src/workspace/remove-tree.ts", script, start);
}

const onLinux = test.runIf(platform() === "linux" || process.getuid?.() !== 0);

onLinux("10.41: a tree is removed with its read-only folders, and nothing behind a link in it", async () => {
  const script = `
    import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
    import { removeTree } from "./it.mjs";
    mkdirSync("tree/a/b", { recursive: true });
    mkdirSync("other");
    writeFileSync("other/kept", "");
    for (const path of ["tree/x", "tree/a/x", "tree/a/b/x"]) writeFileSync(path, "");
    symlinkSync("../../other", "tree/a/link");
    for (const path of ["tree/a/b", "tree/a", "tree", "other"]) chmodSync(path, 0o500);
    await removeTree("tree");
    console.log(JSON.stringify([existsSync("tree"), existsSync("other/kept")]));
  `;
  expect(await asAnybody(script)).toEqual([false, true]);
});

onLinux("10.41: a file in a folder that may not be changed stays as it is, and that is told", async () => {
  const script = `
    import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
    import { removeTree } from "./it.mjs";
    mkdirSync("folder");
    writeFileSync("folder/file", "", { mode: 0o640 });
    chmodSync("folder", 0o500);
    const told = await removeTree("folder/file").catch(({ code }) => code);
    console.log(JSON.stringify([told, statSync("folder/file").mode & 0o777]));
  `;
  expect(await asAnybody(script)).toEqual(["EACCES", 0o640]);
});

test("10.41: what cannot be removed for another reason is told, and no mode is changed", async () => {
  const folder = join(await emptyPlace(), "folder");
  await mkdir(folder, { mode: 0o755 });
  await expect(removeTree(`${folder}/.`)).rejects.toMatchObject({ code: "EINVAL" });
  await discard(`${folder}/.`);
  expect((await stat(folder)).mode & 0o777).toBe(0o755);
  await writeFile(join(folder, "file"), "");
  await discard(folder);
  await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  await removeTree(folder);
});
