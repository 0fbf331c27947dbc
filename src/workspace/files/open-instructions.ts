import type { Instructions } from "../../core/ports/prompts.ts";
import { stripControl } from "../../core/text/strip-control.ts";
import { type Git, gitAt } from "../git/run-git.ts";
import type { Environment } from "../processes/environment.ts";

const names = ["AGENTS.md", "CLAUDE.md"];
const mostBytes = 1024 * 1024;

/**
 * What a project tells people who work on its code, as it stood at a commit: the same for every member and every
 * worktree, whatever is checked out meanwhile. Git itself follows links, inside the commit only.
 */
export function openInstructions(place: {
  readonly repository: string;
  readonly env: Environment;
}): (commit: string) => Promise<Instructions | undefined> {
  const git = gitAt({ cwd: place.repository, env: place.env });
  const known = new Map<string, Instructions | undefined>();
  return async (commit) => {
    if (known.has(commit)) return known.get(commit);
    const found = await instructionsAt(git, commit);
    // A commit never changes; a ref may.
    if (/^[0-9a-f]{40,64}$/.test(commit)) known.set(commit, found);
    return found;
  };
}

async function instructionsAt(git: Git, commit: string): Promise<Instructions | undefined> {
  if (commit === "") return undefined; // to git that would be the index
  for (const file of names) {
    const found = await fileAt(git, commit, file);
    if (found) return found;
  }
  return undefined;
}

async function fileAt(git: Git, commit: string, file: string): Promise<Instructions | undefined> {
  const { text: said } = await git(["cat-file", "--batch-check", "--follow-symlinks"], {
    input: `${commit}:${file}\n`,
  });
  const [first = "", second] = (said.split("\n")[0] ?? "").split(" ");
  if (first === "symlink") return { file, refused: "it is a link that leads out of the project" };
  if (first === "dangling" || first === "loop" || first === "notdir")
    return { file, refused: "it is a link that leads nowhere" };
  if (second !== "blob") return undefined;
  const size = Number(said.split(" ")[2]);
  if (size > mostBytes) return { file, refused: `it has ${size} bytes, which nobody can read` };
  const { bytes } = await git(["cat-file", "blob", first]);
  const text = decoded(bytes);
  if (text === undefined) return { file, refused: "it is not text in UTF-8" };
  return text.trim() === "" ? undefined : { file, text };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return stripControl(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
