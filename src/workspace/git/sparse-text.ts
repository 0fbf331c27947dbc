import type { Environment } from "../processes/environment.ts";
import { gitAt } from "./run-git.ts";

/** A file of the last commit that a sparse checkout leaves out. Undefined: there is no such file, or it is not sparse. */
export async function sparseText(root: string, path: string, env: Environment): Promise<string | undefined> {
  const git = gitAt({ cwd: root, env });
  const { text: isSparse } = await git(["config", "--type=bool", "core.sparseCheckout"], {
    answers: [1, 128],
    theirs: true,
  });
  if (isSparse !== "true") return undefined;
  // `S`: the index has it, and the checkout is meant to be without it. A file that was deleted has another letter.
  const { text } = await git(["ls-files", "-t", "--", path], { theirs: true });
  if (!text.startsWith("S ")) return undefined;
  const { exit, bytes } = await git(["cat-file", "blob", `HEAD:${path}`], { answers: [128] });
  return exit === 0 ? bytes.toString("utf8") : undefined;
}
