import { expect, test } from "vitest";
import { planned } from "../../test/support/plans.ts";
import type { LeftOut, Workspace } from "../core/ports/workspace.ts";
import type { Task } from "../core/state/task.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { isWork, leftOutTeller, nothingKept, toldToReviewer } from "./left-out.ts";

const rule = ".gitignore:1: out/";
const left = (count: number): readonly LeftOut[] =>
  Array.from({ length: count }, (_, at) => ({ path: `out/${at + 1}`, rule }));
const names = (count: number) =>
  left(count)
    .map(({ path }) => `${path} (ignored by ${rule})`)
    .join(", ");

test("what a commit leaves out is named, up to twelve", () => {
  expect(toldToReviewer([])).toBe("");
  expect(toldToReviewer(left(1))).toContain(
    `author wrote it: ${names(1)}. Nobody gets this, and the checks ran without it.`,
  );
  expect(toldToReviewer(left(12))).toContain(`: ${names(12)}. Nobody`);
  expect(toldToReviewer(left(13))).toContain(`: ${names(12)} and 1 more. Nobody`);
  expect(nothingKept([])).toBeUndefined();
  expect(nothingKept(left(2))).toEqual({
    why: `the commit would leave out everything that was written: ${names(2)}`,
    feedback: expect.stringContaining(`It leaves out ${names(2)}. Write to a path`),
  });
});

/** A task that wrote these paths at these facts, and what was asked about it. */
function author(wrote: Record<string, number>) {
  const asked: (readonly string[])[] = [];
  let ignored: readonly LeftOut[] = [];
  const leftOut = async (_: string, __: string, files: readonly string[]) => {
    asked.push(files);
    return ignored;
  };
  const context = { workspace: { leftOut } as unknown as Workspace } as StepContext; // only this is asked of it
  const told = leftOutTeller(context, () => ({ worktree: "w", base: "b", wrote }) as unknown as Task);
  return {
    asked,
    told(paths: readonly string[], gone: readonly string[] = []) {
      ignored = gone.map((path) => ({ path, rule }));
      return told(paths);
    },
  };
}

test("an author hears of the paths just written, and of all if a rule was written", async () => {
  const { asked, told } = author({ a: 1, b: 2 });
  expect(await told(["a"], ["a"])).toContain(`leaves out a (ignored by ${rule}). So nobody gets it. Write`);
  expect(await told(["a", "src/.gitignore"], ["a", "b"])).toContain("So nobody gets them.");
  expect(await told([".gitignore"])).toBe("");
  expect(await told(["my.gitignore"])).toBe("");
  expect(asked).toEqual([["a"], ["a", "b"], ["a", "b"], ["my.gitignore"]]);
});

test("a path that the commit keeps is asked about once, until a rule is written, by a command, too", async () => {
  const wrote: Record<string, number> = { a: 1, b: 2 };
  const { asked, told } = author(wrote);
  await told(["a"]);
  await told(["a"]);
  await told(["a", "b"], ["b"]);
  await told(["b"], ["b"]);
  wrote["src/.gitignore"] = 9;
  expect(await told(["a"], ["a"])).toContain("leaves out a ");
  wrote["src/.gitignore"] = 12;
  await told(["b"]);
  await told(["b"]);
  expect(asked).toEqual([["a"], ["b"], ["b"], ["a"], ["b"]]);
});

test("rules are no work, unless the task is about them", () => {
  const task = (...files: readonly string[]) => ({ plan: { ...planned("t1"), files } }) as unknown as Task;
  expect(isWork(task(), "a.js")).toBe(true);
  expect(isWork(task("a.js"), "src/.gitignore")).toBe(false);
  expect(isWork(task(".gitignore"), ".gitignore")).toBe(true);
});
