import type { Environment } from "../processes/environment.ts";
import { gitAt } from "./run-git.ts";

/** A file of the last commit that a sparse checkout leaves out. Undefined: there is no such file, or it is not sparse. */
export async function sparseText(root: string, path: string, env: Environment): Promise<string | undefined> {
  return (await sparseFiles(root, path, env)).get(path)?.toString("utf8");
}

/** The same for all files below a folder, by their paths. */
export async function sparseFiles(
  root: string,
  folder: string,
  env: Environment,
): Promise<ReadonlyMap<string, Buffer>> {
  const git = gitAt({ cwd: root, env });
  const found = new Map<string, Buffer>();
  const { text: isSparse } = await git(["config", "--type=bool", "core.sparseCheckout"], {
    answers: [1, 128],
    theirs: true,
  });
  if (isSparse !== "true") return found;
  const { text } = await git(["ls-files", "-t", "-z", "--stage", "--", folder], { theirs: true });
  for (const line of text.split("\0")) {
    // `S`: the index has it, and the checkout is meant to be without it. A file that was deleted has another letter.
    const path = /^S 100\d+ [0-9a-f]+ 0\t(.+)$/s.exec(line)?.[1];
    if (path === undefined) continue;
    const { exit, bytes } = await git(["cat-file", "blob", `HEAD:${path}`], { answers: [128] });
    if (exit === 0) found.set(path, bytes);
  }
  return found;
}
