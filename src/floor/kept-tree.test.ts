import { describe, expect, test } from "vitest";
import type { CommitInput, Workspace } from "../core/ports/workspace.ts";
import { isTreeLost, keptCommit, keptTree } from "./kept-tree.ts";
import { moveBranch } from "./move-branch.ts";

/** Holds an object only from the n-th try on. What was held, and since which commit. */
function holding(from: number) {
  const tried: (readonly (string | undefined)[])[] = [];
  let made = 0;
  // Only these are asked of it.
  const workspace = {
    hold: async (...args: string[]) => tried.push(args) >= from,
    commitTree: async () => `commit ${++made}`,
  } as unknown as Workspace;
  const place = { ref: "refs/huddle/s/tree", since: "base", make: async () => `tree ${++made}` };
  return { workspace, place, tried };
}

describe("a tree", () => {
  test.each([1, 2, 3])("is made again until it can be held: %i times", async (times) => {
    const { workspace, place, tried } = holding(times);
    expect(await keptTree(workspace, place)).toBe(`tree ${times}`);
    expect(tried).toHaveLength(times);
    expect(tried[0]).toEqual(["refs/huddle/s/tree", "tree 1", "base"]);
  });

  test("that was made before is only held; if it is gone by now, it is made again", async () => {
    const [there, gone] = [holding(1), holding(2)];
    expect(await keptTree(there.workspace, there.place, "tree 9")).toBe("tree 9");
    expect(await keptTree(gone.workspace, gone.place, "tree 9")).toBe("tree 1");
    expect(gone.tried.map(([, tree]) => tree)).toEqual(["tree 9", "tree 1"]);
  });

  test("that is removed three times is given up", async () => {
    const { workspace, place, tried } = holding(4);
    await expect(keptTree(workspace, place)).rejects.toThrow("another program collects garbage");
    expect(tried).toHaveLength(3);
  });

  test("that can be held is not lost; one that is gone is, unless it is made again the same", async () => {
    const there = holding(1);
    expect(await isTreeLost(there.workspace, there.place, "tree 9")).toBe(false);
    expect(there.tried).toEqual([["refs/huddle/s/tree", "tree 9", "base"]]);
    const gone = () => holding(2);
    expect(await isTreeLost(gone().workspace, gone().place, "tree 9")).toBe(true);
    expect(await isTreeLost(gone().workspace, gone().place, "tree 1")).toBe(false);
  });
});

describe("a commit", () => {
  const input = {} as CommitInput; // nothing here reads it

  test.each([1, 2, 3])("is made again until it can be held: %i times", async (times) => {
    const { workspace, tried } = holding(times);
    expect(await keptCommit(workspace, "refs/huddle/s/x", input)).toBe(`commit ${times}`);
    expect(tried.at(-1)).toEqual(["refs/huddle/s/x", `commit ${times}`]);
  });

  test("that is removed three times is given up", async () => {
    await expect(keptCommit(holding(4).workspace, "refs/huddle/s/x", input)).rejects.toThrow(
      "a commit each time",
    );
  });
});

describe("a branch of ours", () => {
  const ref = "refs/heads/huddle/s/t1";
  const move = { ref, to: "new", was: "old" };

  /** Whether it is checked out somewhere, and where it is. */
  function at(place: object | undefined, now: string) {
    const moved: unknown[] = [];
    const workspace = {
      checkedOut: async () => place,
      resolve: async () => now,
      moveRef: async (...args: unknown[]) => {
        moved.push(args);
        return "moved";
      },
    } as unknown as Workspace;
    return { workspace, moved };
  }

  test("is moved from where it was left", async () => {
    const { workspace, moved } = at(undefined, "old");
    expect(await moveBranch(workspace, move)).toBe("moved");
    expect(moved).toEqual([[ref, "new", "old"]]);
  });

  test("that a person has checked out stays, and how to leave it is told", async () => {
    const { workspace, moved } = at({ path: "/my desk", clean: true }, "old");
    await expect(moveBranch(workspace, move)).rejects.toMatchObject({
      code: "repository.unready",
      message:
        "The branch huddle/s/t1 is checked out at /my desk, so Huddle does not move it. To leave the branch and keep your files: git -C '/my desk' switch --detach\nThen answer yes.",
    });
    const rebasing = at({ path: "/desk", clean: false, under: "a rebase" }, "old").workspace;
    await expect(moveBranch(rebasing, move)).rejects.toThrow(
      "does not move it. Finish or abort a rebase there first. To leave",
    );
    expect(moved).toEqual([]);
    expect(await moveBranch(at({ path: "/desk", clean: true }, "new").workspace, move)).toBe("moved");
  });
});
