import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, type GitPlace, gitPlace } from "../../../test/support/git-place.ts";
import { sparseFiles, sparseText } from "./sparse-text.ts";

const files = { "src/a.txt": "a\n", "team/b.txt": "b\n", "team/c.txt": "c\n", "team/in/d.txt": "d\n" };

/** A checkout without the folder `team`. */
async function sparse(): Promise<GitPlace> {
  const place = await gitPlace(files);
  await place.git("sparse-checkout", "set", "src");
  return place;
}

async function found(place: GitPlace, folder: string): Promise<Record<string, string>> {
  const all = await sparseFiles(place.repository, folder, place.env);
  return Object.fromEntries([...all].map(([path, bytes]) => [path, bytes.toString("utf8")]));
}

test("files that a sparse checkout leaves out are read from the last commit", async () => {
  const place = await sparse();
  expect(await found(place, "team")).toEqual({
    "team/b.txt": "b\n",
    "team/c.txt": "c\n",
    "team/in/d.txt": "d\n",
  });
  expect(await sparseText(place.repository, "team/b.txt", place.env)).toBe("b\n");
  expect(await sparseText(place.repository, "team/none.txt", place.env)).toBeUndefined();
  expect(await found(place, "src")).toEqual({});
});

test("a file that is only in the index is left out", async () => {
  const place = await sparse();
  const id = await place.git("rev-parse", "HEAD:team/b.txt");
  await place.git("update-index", "--add", "--cacheinfo", `100644,${id},team/new.txt`);
  await place.git("update-index", "--skip-worktree", "team/new.txt");
  expect(Object.keys(await found(place, "team"))).toEqual(["team/b.txt", "team/c.txt", "team/in/d.txt"]);
});

test("where the checkout is whole, nothing is found, not even what was deleted", async () => {
  const place = await gitPlace(files);
  await rm(join(place.repository, "team"), { recursive: true });
  expect(await found(place, "team")).toEqual({});
  await place.git("update-index", "--skip-worktree", "team/b.txt");
  expect(await found(place, "team")).toEqual({});
});

test("a folder that is no repository has none", async () => {
  const place = await gitPlace();
  expect(await found({ ...place, repository: await emptyPlace() }, "team")).toEqual({});
});
