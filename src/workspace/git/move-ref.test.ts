import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";

const ref = "refs/heads/huddle/i1/main";

test("a ref is made, moved, and not moved from where it is not", async () => {
  const place = await gitPlace();
  const workspace = place.open();
  const one = await place.git("rev-parse", "HEAD");
  const two = await place.commit({ "a.txt": "2\n" });
  const three = await place.commit({ "a.txt": "3\n" });
  expect(await workspace.moveRef(ref, one, two)).toBe("differs");
  expect(await workspace.moveRef(ref, one, null)).toBe("moved");
  expect(await workspace.moveRef(ref, one, null)).toBe("moved");
  expect(await workspace.moveRef(ref, two, null)).toBe("differs");
  expect(await workspace.moveRef(ref, two, one)).toBe("moved");
  expect(await workspace.moveRef(ref, two, one)).toBe("moved");
  expect(await workspace.moveRef(ref, three, one)).toBe("differs");
  expect(await workspace.resolve(ref)).toBe(two);
});

test("of eight that move it from the same place one wins", async () => {
  const place = await gitPlace();
  const workspace = place.open();
  const base = await place.git("rev-parse", "HEAD");
  await workspace.moveRef(ref, base, null);
  const commits: string[] = [];
  for (let n = 0; n < 8; n += 1) commits.push(await place.commit({ "a.txt": `${n}\n` }));
  const moved = await Promise.all(commits.map((commit) => workspace.moveRef(ref, commit, base)));
  expect(moved.filter((how) => how === "moved")).toHaveLength(1);
  expect(await workspace.resolve(ref)).toBe(commits[moved.indexOf("moved")]);
});

test("a lock that goes away is waited for; one that stays, and a name in the way, are faults", async () => {
  const place = await gitPlace();
  const base = await place.git("rev-parse", "HEAD");
  await place.open().moveRef(ref, base, null);
  const next = await place.commit({ "a.txt": "2\n" });
  const lock = join(place.repository, ".git", `${ref}.lock`);
  await writeFile(lock, "");
  let tries = 0;
  const point = async (at: string) => {
    if (at === "git update-ref after" && ++tries === 2) await rm(lock);
  };
  expect(await place.open(1, { point }).moveRef(ref, next, base)).toBe("moved");
  expect(tries).toBe(3);
  const inTheWay = place.open().moveRef(`${ref}/below`, next, null);
  await expect(inTheWay).rejects.toMatchObject({ name: "Fault", code: "repository.unready" });
});

test.each([
  ["a commit that is not there", ref, "1".repeat(40)],
  ["a name that git does not take", `${ref}/a..b`, undefined],
])("10.41: %s is told at once: trying again cannot help", async (_, name, missing) => {
  const place = await gitPlace();
  const to = missing ?? (await place.git("rev-parse", "HEAD"));
  let tries = 0;
  const point = async (at: string) => {
    if (at === "git update-ref after") tries += 1;
  };
  await expect(place.open(1, { point }).moveRef(name, to, null)).rejects.toMatchObject({ name: "GitError" });
  expect(tries).toBe(1);
});

test("only full names", async () => {
  const place = await gitPlace();
  await expect(place.open().moveRef("main", "x", null)).rejects.toThrow(/not the full name/);
});
