import { expect, test } from "vitest";
import { planned } from "../../test/support/plans.ts";
import type { LeftOut, Workspace } from "../core/ports/workspace.ts";
import type { Task } from "../core/state/task.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { isWork, nothingKept, toldToAuthor, toldToReviewer } from "./left-out.ts";

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

test("an author hears of the paths just written, and of all if a rule was written", async () => {
  const asked: (readonly string[])[] = [];
  const told = (paths: readonly string[], count: number) => {
    const leftOut = async (_: string, __: string, files: readonly string[]) => {
      asked.push(files);
      return left(count);
    };
    const context = { workspace: { leftOut } as unknown as Workspace } as StepContext; // only this is asked of it
    const task = { worktree: "w", base: "b", wrote: { a: "1", b: "2" } } as unknown as Task;
    return toldToAuthor(context, task, paths);
  };
  expect(await told(["a"], 0)).toBe("");
  expect(await told(["a"], 1)).toContain(`leaves out ${names(1)}. So nobody gets it. Write`);
  expect(await told(["a", "src/.gitignore"], 2)).toContain("So nobody gets them.");
  expect(await told([".gitignore"], 0)).toBe("");
  expect(await told(["my.gitignore"], 0)).toBe("");
  expect(asked).toEqual([["a"], ["a"], ["a", "b"], ["a", "b"], ["my.gitignore"]]);
});

test("rules are no work, unless the task is about them", () => {
  const task = (...files: readonly string[]) => ({ plan: { ...planned("t1"), files } }) as unknown as Task;
  expect(isWork(task(), "a.js")).toBe(true);
  expect(isWork(task("a.js"), "src/.gitignore")).toBe(false);
  expect(isWork(task(".gitignore"), ".gitignore")).toBe(true);
});
