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
  const { bytes } = await git(["cat-file", "--batch-check", "--follow-symlinks"], {
    input: names.map((file) => `${commit}:${file}\n`).join(""),
  });
  const answers = answersIn(bytes);
  for (const [index, file] of names.entries()) {
    const found = await fileAt(git, file, answers[index] ?? []);
    if (found) return found;
  }
  return undefined;
}

/** The words of each answer. One about a link is followed by a second line, whose length it tells. */
function answersIn(bytes: Buffer): readonly (readonly string[])[] {
  const answers: string[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\n", at);
    const words = bytes.toString("utf8", at, end).split(" ");
    answers.push(words);
    at = end + 1;
    if (/^(symlink|dangling|loop|notdir)$/.test(words[0] ?? "")) at += Number(words[1]) + 1;
  }
  return answers;
}

async function fileAt(
  git: Git,
  file: string,
  [first = "", second, size]: readonly string[],
): Promise<Instructions | undefined> {
  if (first === "symlink") return { file, refused: "it is a link that leads out of the project" };
  if (first === "dangling" || first === "loop" || first === "notdir")
    return { file, refused: "it is a link that leads nowhere" };
  if (second !== "blob") return undefined;
  if (Number(size) > mostBytes) return { file, refused: `it has ${size} bytes, which nobody can read` };
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
