import { access, constants, link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { Git } from "../git/run-git.ts";

/** Why a patch cannot be written there. Undefined: it can. */
export async function refusesPatch(file: string): Promise<string | undefined> {
  if (await textOf(file)) return `There is already a file at ${file}.`;
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) return `There is no folder ${dirname(file)}.`;
  const mayWrite = await access(dirname(file), constants.W_OK).then(
    () => true,
    () => false,
  );
  return mayWrite ? undefined : `You have no permission to write in ${dirname(file)}.`;
}

/** Commits in the form that `git am` reads, whole or not at all. A file that is there already and differs stays. */
export async function writePatch(
  git: Git,
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { bytes } = await git([
    ...["format-patch", "--stdout", "--no-signature", "--no-attach", "--no-thread", "--full-index"],
    ...["--no-ext-diff", "--no-textconv", "--end-of-options", `${from}..${to}`],
  ]);
  const before = await textOf(file);
  if (before?.equals(bytes)) return;
  if (before) throw refused(file, "a file is there already");
  const temporary = `${file}.${process.pid}.part`;
  try {
    await writeFile(temporary, bytes, { flag: "w" });
    // A link, unlike a rename, replaces nothing. Some disks have none.
    await link(temporary, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPERM" && error.code !== "ENOTSUP") throw error;
      await rename(temporary, file);
    });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw refused(file, error.message, error);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function textOf(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EISDIR") return Buffer.from(" ");
    return undefined;
  });
}

function refused(file: string, why: string, cause?: unknown): Fault {
  const words = `Huddle could not write the patch ${file}: ${why}. Name another place: huddle ship --patch <file>`;
  return new Fault("refused", words, { cause });
}
