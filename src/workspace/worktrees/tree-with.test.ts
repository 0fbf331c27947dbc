import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, writeFiles } from "../../../test/support/git-place.ts";

/** A repository with a commit, a later one, and what the first has with some files of the second. */
async function composed(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  paths: readonly string[],
) {
  const place = await gitPlace(before);
  const commit = await place.git("rev-parse", "HEAD");
  await place.git("rm", "-rq", ".");
  await writeFiles(place.repository, after);
  if ("run.sh" in after) await chmod(join(place.repository, "run.sh"), 0o755);
  await place.git("add", "--all");
  await place.git("commit", "-qm", "later");
  const from = await place.git("rev-parse", "HEAD");
  const tree = await place.open().treeWith(commit, from, paths);
  const listed = await place.git(
    "-c",
    "core.quotePath=false",
    "ls-tree",
    "-r",
    "--format=%(objectmode) %(path)",
    tree,
  );
  const shown: Record<string, string> = {};
  for (const line of listed.split("\n")) {
    const path = line.slice("100644 ".length);
    shown[path] = `${line.startsWith("100755") ? "x " : ""}${await place.git("show", `${tree}:${path}`)}`;
  }
  const status = await place.git("status", "--porcelain");
  return { shown, status, head: await place.git("rev-parse", "HEAD"), from };
}

test.each<[string, Record<string, string>, Record<string, string>, string[], Record<string, string>]>([
  ["one that differs", { a: "1", b: "1" }, { a: "2", b: "2" }, ["b"], { a: "1", b: "2" }],
  ["a new one", { a: "1" }, { a: "2", "deep/new": "2" }, ["deep/new"], { a: "1", "deep/new": "2" }],
  ["none", { a: "1" }, { a: "2" }, [], { a: "1" }],
  ["one that is nowhere", { a: "1" }, { a: "2" }, ["none"], { a: "1" }],
  ["one that is gone", { a: "1", b: "1" }, { a: "2" }, ["b"], { a: "1", b: "1" }],
  ["a program", { a: "1" }, { "run.sh": "2" }, ["run.sh"], { a: "1", "run.sh": "x 2" }],
  ["a folder in the place of a file", { a: "1" }, { "a/b": "2" }, ["a/b"], { "a/b": "2" }],
  ["a file in the place of a folder", { "a/b": "1" }, { a: "2" }, ["a"], { a: "2" }],
  ["no pattern", { "a*": "1", ab: "1" }, { "a*": "2", ab: "2" }, ["a*"], { "a*": "2", ab: "1" }],
  [
    "no magic",
    { ":(glob)x": "1", x: "1" },
    { ":(glob)x": "2", x: "2" },
    [":(glob)x"],
    { ":(glob)x": "2", x: "1" },
  ],
  ["an odd name", { "ä b.txt": "1" }, { "ä b.txt": "2" }, ["ä b.txt"], { "ä b.txt": "2" }],
])("files as in another commit: %s", async (_, before, after, paths, expected) => {
  const { shown, status, head, from } = await composed(before, after, paths);
  expect(shown).toEqual(expected);
  expect([status, head]).toEqual(["", from]);
});
