import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { CommitInput, TheirGit } from "../../core/ports/workspace.ts";
import { stripControl } from "../../core/text/strip-control.ts";
import { GitError } from "../git/git-error.ts";
import { commitTree } from "../git/git-objects.ts";
import type { Git } from "../git/run-git.ts";
import type { Environment } from "../processes/environment.ts";
import { hostOf, openRequest } from "./pull-request.ts";
import { refusesPatch, writePatch } from "./write-patch.ts";

export interface PersonsPlace {
  /** Huddle's own git. */
  readonly git: Git;
  readonly env: Environment;
  /** Where a message or the words of a pull request are put while another program reads them. */
  readonly folder: string;
}

/** Git as the person set it up, in their own checkout. */
export function theirGit(place: PersonsPlace): TheirGit {
  const { git } = place;
  const theirs: Git = (args, call) => git(args, { ...call, asPerson: true });
  return {
    passMessage: (message) => passMessage(theirs, place.folder, message),
    commit: (input) => commit(theirs, git, input),
    customs: async (at) => ({ subjects: await subjectsAt(git, at), template: await templateOf(theirs) }),
    push: (remote, at, branch) => push(theirs, remote, at, branch),
    host: () => hostOf(theirs, place.env),
    openRequest: (program, request) => openRequest(theirs, place, program, request),
    refusesPatch,
    writePatch: (file, range) => writePatch(git, file, range),
  };
}

async function passMessage(theirs: Git, folder: string, message: string): Promise<string> {
  const file = join(folder, "COMMIT_EDITMSG");
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, message);
    await theirs(["hook", "run", "--ignore-missing", "commit-msg", "--", file]);
    return await readFile(file, "utf8");
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw refusedBy(
      error,
      "Your commit-msg hook refuses the message, so nothing was moved.",
      `The message was:\n${indented(message)}\nTo give another one, add: -m "…"`,
    );
  } finally {
    await rm(file, { force: true });
  }
}

async function commit(theirs: Git, git: Git, input: CommitInput): Promise<string> {
  const { text: signs } = await theirs(["config", "--type=bool", "--get", "commit.gpgsign"], {
    answers: [1],
  });
  if (signs !== "true") return commitTree(git, input);
  try {
    return await commitTree(theirs, input, ["-S"]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw refusedBy(
      error,
      "Git could not sign the commit, so nothing was moved.",
      "You sign your commits (commit.gpgsign). Mend that, then ship again.",
    );
  }
}

/** Of commits that are not Huddle's. */
async function subjectsAt(git: Git, at: string): Promise<readonly string[]> {
  const { text } = await git([
    ...["log", "-n", "30", "--no-merges", "--no-show-signature", "--format=%s"],
    ...["--invert-grep", "--grep=^Huddle-Task:", "--end-of-options", at],
  ]);
  return text.split("\n").filter((subject) => subject !== "");
}

async function templateOf(theirs: Git): Promise<string> {
  const { exit, text } = await theirs(["config", "--type=path", "--get", "commit.template"], {
    answers: [1],
  });
  if (exit !== 0 || text === "") return "";
  const { text: root } = await theirs(["rev-parse", "--show-toplevel"]);
  const words = await readFile(resolve(root, text), "utf8").catch(() => "");
  return words
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .trim();
}

async function push(theirs: Git, remote: string, at: string, branch: string): Promise<void> {
  try {
    await theirs(["push", "--porcelain", "--end-of-options", remote, `${at}:refs/heads/${branch}`]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw refusedBy(
      error,
      `Git could not push ${branch} to ${remote}, so nothing was moved.`,
      "Mend that, then ship again; or ship without pushing, and push yourself: huddle ship",
    );
  }
}

/** What git and hooks printed is shown as it is. */
function refusedBy(error: GitError, what: string, next: string): Fault {
  const said = stripControl(error.said).trim();
  const words = said === "" ? "It gives no reason." : `It says:\n${indented(said)}`;
  return new Fault("git.refused", `${what} ${words}\n${next}`, { cause: error });
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
