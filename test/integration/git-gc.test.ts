import { describe, expect, test } from "vitest";
import { Doom, type Walk } from "../support/mortal.ts";
import { planned } from "../support/plans.ts";
import { SmallBuild, writes } from "../support/small-build.ts";

/** Two tasks that change the same line, and a base that its owner has amended since: every kind of tree is made. */
async function opened(): Promise<SmallBuild> {
  const build: SmallBuild = await SmallBuild.open({
    tasks: [planned("t1"), planned("t2")],
    prepare: async (place) => void (await place.commit({ "base.txt": "base\n" })),
    answer: async ({ thread, ask }) => {
      if (thread === "coding/t1.1") return writes({ "README.md": "# By ada\n", "ada.txt": `${ask}\n` });
      if (thread !== "coding/t2.1") return undefined;
      if (ask === 1) await build.landed("t1");
      return writes(
        ask === 1 ? { "README.md": "# By bo\n", "bo.txt": "bo\n" } : { "README.md": "# By both\n" },
      );
    },
  });
  build.git("commit", "-q", "--amend", "-m", "Begin again", "--reset-author", "--allow-empty");
  await build.commit({ "theirs.txt": "theirs\n" });
  collect(build);
  return build;
}

/** While git of a killed runner still adds a worktree, gc itself refuses to work. */
function collect(build: SmallBuild, tries = 50): void {
  build.git("reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all");
  try {
    build.git("gc", "--quiet", "--prune=now");
  } catch (error) {
    if (tries === 0 || !/bad object worktrees/.test(String(error))) throw error;
    collect(build, tries - 1);
  }
}

async function expectWhole(build: SmallBuild): Promise<void> {
  const files = build.git("ls-tree", "-r", "--name-only", "HEAD").split("\n");
  expect(files).toEqual(expect.arrayContaining(["ada.txt", "bo.txt", "theirs.txt"]));
  expect(build.git("show", "HEAD:README.md")).toBe("# By both");
  expect(build.git("fsck", "--no-dangling", "--no-progress")).toBe("");
  // What taking the shipping back needs stays.
  expect(build.git("for-each-ref", "--format=%(refname:lstrip=3)", "refs/huddle").split("\n")).toEqual([
    "base",
    "landed",
    "ship",
  ]);
  await build.theatre.check();
}

/** Git commands that make or need an object without a branch. */
const making = /^git (update-ref|commit-tree|write-tree|merge-tree|rev-list|read-tree|add|worktree add) /;

describe("10.8: git gc --prune=now", () => {
  test("before every such command, once each, with the base amended and the reflog expired: nothing is missing", async () => {
    const build = await opened();
    const points = new Set<string>();
    const doom = new Doom("none", new Set());
    Object.assign(doom, {
      point: async (place: string, about: () => Promise<string>) => {
        if (!making.test(`${place} `)) return;
        const point = `${place} ${await about()}`;
        if (points.has(point)) return;
        points.add(point);
        collect(build);
      },
    });
    expect(await build.play(doom)).toMatchObject({ kind: "finished" });
    expect(points.size).toBeGreaterThan(40);
    await expectWhole(build);
  }, 240_000);

  test.each<[Walk, RegExp]>([
    ["within", making],
    ["after", /effect\.started/],
  ])(
    "between a kill and the next run, with a kill at every such point (%s)",
    async (walk, where) => {
      const build = await opened();
      const points = new Set<string>();
      const taken = new Set<string>();
      taken.has = (point) => !where.test(point) || points.has(point);
      taken.add = (point) => {
        points.add(point);
        return taken;
      };
      for (;;) {
        const ending = await build.play(new Doom(walk, taken));
        if (ending.kind !== "killed") {
          expect(ending).toMatchObject({ kind: "finished" });
          break;
        }
        collect(build);
      }
      expect(points.size).toBeGreaterThan(walk === "within" ? 40 : 5);
      await expectWhole(build);
    },
    300_000,
  );
});
