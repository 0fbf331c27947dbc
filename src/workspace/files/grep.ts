import { deniedByName } from "../../core/permits/guard-names.ts";
import type { Denied, Found, Match } from "../../core/ports/files.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { GitError } from "../git/git-error.ts";
import type { Git, GitAnswer } from "../git/run-git.ts";
import { extendedPattern } from "./extended-pattern.ts";
import { denied } from "./guard/guard-path.ts";
import { isGone } from "./guard/list-tree.ts";

export interface GrepOptions {
  /** A commit; left out: the files of the worktree that git is called for, without those it ignores. */
  readonly at?: string;
  /** From the root; empty: everywhere. */
  readonly below: string;
  /** Patterns of paths below that; left out: all. */
  readonly globs?: readonly string[] | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly max: number;
  readonly redaction: Redaction;
}

/** The most bytes read from git: enough for any answer, even with long lines. */
const enoughBytes = 8 * 1024 * 1024;
/** Git reads whole files into memory, so larger ones are skipped. */
const mostMemory = "1g";

/** Lines that match, by `git grep`. Undefined: there is no such commit. */
export async function grep(
  git: Git,
  pattern: string,
  options: GrepOptions,
): Promise<Found | Denied | undefined> {
  if (pattern.includes("\0")) return denied("A pattern cannot hold a NUL character.");
  const answer = await run(git, ["-E", "-e", extendedPattern(pattern)], options);
  if (!isNoPattern(answer)) return foundIn(answer, options, false);
  return foundIn(await run(git, ["-F", "-e", pattern], options), options, true);
}

function run(git: Git, pattern: readonly string[], options: GrepOptions): Promise<GitAnswer> {
  const { at, max, ignoreCase } = options;
  const shape = ["-z", "-n", "--column", "-I", "--full-name", "--no-color", "--no-textconv"];
  const bounds = ["--no-recurse-submodules", "--threads=2", `--max-count=${max + 1}`];
  const where = [...(at === undefined ? ["--untracked"] : [at]), "--", ...pathspecs(options)];
  const args = ["grep", ...shape, ...bounds, ...(ignoreCase ? ["-i"] : []), ...pattern, ...where];
  const env = { GIT_ALLOC_LIMIT: mostMemory, ...(options.globs && { GIT_LITERAL_PATHSPECS: "0" }) };
  return git(args, { answers: [1, 128], enoughBytes, env });
}

/** Signs in the name of a folder stand for themselves. */
export function pathspecs({ below, globs }: Pick<GrepOptions, "below" | "globs">): readonly string[] {
  if (!globs) return below === "" ? [] : [below];
  const folder = below === "" ? "" : `${below.replace(/[*?[\]\\]/g, "\\$&")}/`;
  return globs.map((glob) => `:(glob)${folder}${glob}`);
}

function isNoPattern({ exit, said }: GitAnswer): boolean {
  return exit === 128 && /^fatal: (-e option|command line), /m.test(said);
}

function foundIn(
  answer: GitAnswer,
  { at, max, redaction }: GrepOptions,
  literal: boolean,
): Found | Denied | undefined {
  const { exit, said, bytes, cut } = answer;
  if (exit === 128) {
    if (isGone(said)) return undefined;
    if (/attempting to allocate|out of memory/i.test(said))
      return denied("One of the files is too large to be searched. Name a folder without it.");
    throw new GitError(["grep"], exit, said);
  }
  const prefix = at === undefined ? 0 : at.length + 1;
  const all = matchesIn(bytes, prefix, redaction).filter(
    ({ path }) => deniedByName(path.split("/")) === undefined,
  );
  return { kind: "found", matches: all.slice(0, max), more: cut || all.length > max, literal };
}

/** Name, line number and column end with NUL, the line with a newline: names may hold newlines, lines may hold NULs. */
function matchesIn(bytes: Buffer, prefix: number, redaction: Redaction): readonly Match[] {
  const matches: Match[] = [];
  for (let from = 0; from < bytes.length; ) {
    const name = bytes.indexOf(0, from);
    const number = name < 0 ? -1 : bytes.indexOf(0, name + 1);
    const column = number < 0 ? -1 : bytes.indexOf(0, number + 1);
    if (column < 0) break;
    const newline = bytes.indexOf(10, column);
    const end = newline < 0 ? bytes.length : newline;
    const at = Number(bytes.toString("latin1", number + 1, column)) - 1;
    matches.push({
      path: bytes.toString("utf8", from + prefix, name),
      line: Number(bytes.toString("latin1", name + 1, number)),
      text: around(withoutKeys(bytes.subarray(column + 1, end), redaction), at),
    });
    from = end + 1;
  }
  return matches;
}

/** A line is cut below, and half a key is one too. */
function withoutKeys(line: Buffer, { redact }: Redaction): Buffer {
  const text = line.toString("utf8");
  const clean = redact(text);
  return clean === text ? line : Buffer.from(clean);
}

const longestText = 300;

/** A line that is too long is shown from a little before its match. */
function around(line: Buffer, at: number): string {
  if (line.length <= longestText) return line.toString("utf8").trimEnd();
  const from = Math.max(0, Math.min(at - 60, line.length - longestText));
  const part = line.subarray(from, from + longestText).toString("utf8");
  // Drops a character that was cut in two at either end.
  const whole = part.replace(/^\ufffd+|\ufffd+$/g, "").trimEnd();
  return `${from > 0 ? "… " : ""}${whole}${from + longestText < line.length ? " …" : ""}`;
}
