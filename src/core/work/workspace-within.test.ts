import { expect, test } from "vitest";
import type { SearchOptions } from "../ports/files.ts";
import type { Workspace } from "../ports/workspace.ts";
import { searchWithin, workspaceWithin } from "./workspace-within.ts";

type Where = Omit<SearchOptions, "max">;

test.each<[Where, Where | "denied"]>([
  [{}, { folder: "packages/api" }],
  [{ folder: "." }, { folder: "packages/api" }],
  [{ folder: "packages" }, { folder: "packages/api" }],
  [{ folder: "./packages/api/" }, { folder: "packages/api" }],
  [{ folder: "packages/api/src" }, { folder: "packages/api/src" }],
  [{ folder: "packages/api-old" }, "denied"],
  [{ folder: "packages/web" }, "denied"],
  [{ folder: "src" }, "denied"],
  [{ folder: "packages/api/../web" }, { folder: "packages/api/../web" }], // the guard refuses ".." itself
  [{ glob: "*.ts" }, { glob: "packages/api/**/*.ts" }],
  [{ glob: "src/**/*.ts" }, { glob: "packages/api/src/**/*.ts" }],
  [
    { glob: "./packages/api/*.ts", ignoreCase: true },
    { glob: "packages/api/*.ts", ignoreCase: true },
  ],
])("a search in %j is one in %j", (wanted, limited) => {
  const found = searchWithin("packages/api", { ...wanted, max: 3 });
  if (limited === "denied") expect(found).toMatchObject({ kind: "denied" });
  else expect(found).toEqual({ ...limited, max: 3 });
});

test("checks run in the folder and are recorded as the project names them; reading is not limited", async () => {
  const asked: unknown[] = [];
  const files = {
    readText: async (path: string) => asked.push(path),
    search: async (_: string, { folder }: SearchOptions) => asked.push(folder),
  };
  const workspace = {
    tree: () => files,
    worktree: async (name: string) => (name === "gone" ? undefined : files),
    runChecks: async (_: string, checks: readonly { run: string }[]) => {
      asked.push(...checks.map(({ run }) => run));
      return checks.map(({ run }) => ({ command: run }));
    },
  } as unknown as Workspace; // all that is limited
  expect(workspaceWithin(workspace, undefined)).toBe(workspace);
  const limited = workspaceWithin(workspace, "it's/a");
  const signal = new AbortController().signal;
  const how = { timeoutMs: 1, setup: undefined };
  const runs = await limited.runChecks("t1", [{ name: "tests", run: "a; b" }], how, signal);
  expect(runs).toEqual([{ command: "a; b" }]);
  await limited.tree("c", signal).search("x", { max: 1 });
  const worktree = await limited.worktree("t1", signal);
  await worktree?.search("x", { folder: "it's/a/b", max: 1 });
  await worktree?.search("x", { folder: "other", max: 1 });
  await worktree?.readText("other/file");
  expect(await limited.worktree("gone", signal)).toBeUndefined();
  expect(asked).toEqual(["cd 'it'\\''s/a' || exit 1\na; b", "it's/a", "it's/a/b", "other/file"]);
});
