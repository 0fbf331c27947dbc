import type { Workspace } from "../../core/ports/workspace.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { integrationRef } from "../branches.ts";

interface Sides {
  readonly session: string;
  readonly branch: string;
  /** What both sides began from. */
  readonly base: string;
  readonly was: string;
  readonly at: string;
  readonly files: readonly string[];
}

const most = 10;

/** What both sides did to each file, and how a person merges them. */
export async function conflictWords(workspace: Workspace, sides: Sides): Promise<string> {
  const { session, branch, base, was, at, files } = sides;
  const own = integrationRef(session).slice("refs/heads/".length);
  const told = await Promise.all(
    files
      .slice(0, most)
      .map(async (file) => [
        `  ${oneLine(file)}`,
        ...(await workspace.subjects(base, was, [file])).map((line) => `    here: ${oneLine(line)}`),
        ...(await workspace.subjects(base, at, [file])).map((line) => `    on ${branch}: ${oneLine(line)}`),
      ]),
  );
  return [
    `${branch} conflicts with what has landed, so nothing was moved.`,
    ...told.flat(),
    ...(files.length > most ? [`  and ${files.length - most} more files`] : []),
    "To merge by hand, in a clean checkout:",
    `  git switch --detach ${own} && git merge ${shellWord(branch)}`,
    `Solve the conflicts and commit. Then type: git branch -f ${own} HEAD && huddle sync ${shellWord(branch)}`,
  ].join("\n");
}
