import { mkdir, mkdtemp, readdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../core/fault.ts";

/** In the git folder, out of the way; written first, so that a folder left by a kill can be recognized. */
const mark = join(".git", "huddle", "demo");

/** A folder that is missing, empty, or marked as a demo. Any other folder is left alone. */
export async function openDemoFolder(wanted: string | undefined, temporary: string): Promise<string> {
  const folder = wanted ?? (await mkdtemp(join(await realpath(temporary), "huddle-demo-")));
  const begun = (await namesIn(join(folder, ".git", "huddle"))).includes("demo");
  if (!begun && !(await isFree(folder)))
    throw new Fault(
      "refused",
      `${folder} is not empty and holds no demo. Name an empty folder, or one that does not exist.`,
    );
  await mkdir(join(folder, ".git", "huddle"), { recursive: true });
  await writeFile(join(folder, mark), "");
  return realpath(folder);
}

/** A kill between the first two steps leaves a git folder without a repository in it. */
async function isFree(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  if (names.some((name) => name !== ".git")) return false;
  return (await namesIn(join(folder, ".git"))).every((name) => name === "huddle");
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") throw new Fault("refused", `${folder} is not a folder.`, { cause: error });
    throw error;
  }
}
