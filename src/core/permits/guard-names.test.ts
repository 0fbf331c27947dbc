import { expect, test } from "vitest";
import { deniedByName, runsOutside } from "./guard-names.ts";

const names = (path: string) => path.split("/");

test.each([
  ...[".github/workflows/ci.yml", ".github/actions/setup/action.yml", "part/.github/workflows/ci.yml"],
  ...[
    ".GitHub/Workflows/ci.yml",
    ".github/workflows",
    ".husky/pre-commit",
    ".githooks/pre-commit",
    "part/.vscode/tasks.json",
  ],
  ...[".gitmodules", "Jenkinsfile", "my.code-workspace", ".zed/tasks.json", ".nvim.lua"],
])("10.41: %s runs programs elsewhere: read by all", (path) => {
  expect(runsOutside(names(path))).toBe(true);
  expect(deniedByName(names(path))).toBeUndefined();
});

test.each([
  ...[".github/CODEOWNERS", ".github/ISSUE_TEMPLATE/bug.md", "workflows/.github/notes.md", ".github"],
  ...["workflows/ci.yml", "actions/.github", ".github/docs/workflows/a.md", "src/jenkinsfile/a.ts"],
])("10.41: %s only looks like it", (path) => {
  expect(runsOutside(names(path))).toBe(false);
});
