import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { compareTallies, tally } from "../../src/cli/demo/tally.ts";
import type { Fact } from "../../src/core/facts/fact.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { Doom, type Walk } from "./mortal.ts";
import { Theatre } from "./theatre.ts";

/** What a session comes to, in terms that do not depend on when it was played. */
export interface Outcome {
  readonly tree: string;
  /** Every commit that was shipped. */
  readonly commits: readonly string[];
  readonly tally: ReturnType<typeof tally>;
}

export interface WalkReport {
  readonly walk: Walk;
  readonly points: readonly string[];
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly sameTree: boolean;
  readonly sameCommits: boolean;
  readonly repeatedAttempts: number;
}

export async function playWhole(folder: string, rehearsal: Rehearsal): Promise<Outcome> {
  const theatre = new Theatre(folder, rehearsal);
  await theatre.open();
  const ending = await theatre.play();
  if (ending.kind !== "finished") throw new Error(`the rehearsal ended as ${ending.kind}`);
  return outcomeOf(theatre);
}

/** One session, killed at every distinct point once, each time resumed by a new runner. */
export async function walkOnce(
  folder: string,
  rehearsal: Rehearsal,
  walk: Walk,
  expected: Outcome,
  isDeadly?: (place: string) => boolean,
): Promise<WalkReport> {
  const theatre = new Theatre(folder, rehearsal);
  await theatre.open();
  const points = new Set<string>();
  for (;;) {
    const ending = await theatre.play(new Doom(walk, points, isDeadly));
    if (ending.kind === "killed") continue;
    if (ending.kind !== "finished")
      throw new Error(`after ${points.size} kills the session ended as ${JSON.stringify(ending)}`);
    await theatre.check();
    return report(walk, points, expected, await outcomeOf(theatre));
  }
}

/** A fresh session for every point: each killed once, there. */
export async function* walkFull(
  folder: string,
  rehearsal: Rehearsal,
  walk: Walk,
  expected: Outcome,
): AsyncIterable<WalkReport> {
  const all = new Set<string>();
  for (let number = 1; ; number++) {
    const theatre = new Theatre(join(folder, String(number)), rehearsal);
    await theatre.open();
    const before = all.size;
    const first = await theatre.play(new Doom(walk, all));
    if (all.size === before) return;
    const last = first.kind === "killed" ? await theatre.play() : first;
    if (last.kind !== "finished")
      throw new Error(`killed at ${[...all].at(-1)}, the session ended as ${last.kind}`);
    yield report(walk, new Set([...all].slice(before)), expected, await outcomeOf(theatre));
  }
}

/** `without`: facts that do not count. */
export async function outcomeOf(
  theatre: Theatre,
  without: (fact: Fact) => boolean = () => false,
): Promise<Outcome> {
  const facts = (await theatre.facts()).filter((fact) => !without(fact));
  return { ...shippedOf(theatre.repository), tally: tally(facts) };
}

/**
 * A commit is its subject and what it changed. Which task landed first is free, and the first one needs no merge, so
 * merges are left out: the tree says what they came to.
 */
function shippedOf(repository: string): Pick<Outcome, "tree" | "commits"> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
  const log = git("log", "--format=%x00%s", "--raw", "--no-abbrev", "--no-renames", "--no-merges", "--root");
  const commits = log
    .split("\0")
    .filter((commit) => commit !== "")
    .map((commit) => commit.trim());
  return { tree: git("rev-parse", "HEAD^{tree}"), commits: commits.sort() };
}

/** What a killed session came to, compared with one that was left in peace. */
export function report(
  walk: Walk,
  points: ReadonlySet<string>,
  expected: Outcome,
  found: Outcome,
): WalkReport {
  return { walk, points: [...points], ...compared(expected, found) };
}

export function compared(expected: Outcome, found: Outcome): Omit<WalkReport, "walk" | "points"> {
  return {
    ...compareTallies(expected.tally, found.tally),
    sameTree: expected.tree === found.tree,
    sameCommits: expected.commits.join("\n") === found.commits.join("\n"),
    repeatedAttempts: found.tally.attempts,
  };
}
