import { expect, test } from "vitest";
import { deniedByName } from "./guard-names.ts";

const names = (path: string) => path.split("/");

test.each([
  ...[".github/workflows/ci.yml", ".github/actions/setup/action.yml", "part/.github/workflows/ci.yml"],
  ...[".GitHub/Workflows/ci.yml", ".github/workflows", ".husky/pre-commit", "part/.vscode/tasks.json"],
  ...[".gitmodules", "Jenkinsfile", "part/.mcp.json", ".claude/settings.json"],
])("10.41: %s runs programs elsewhere: read by all, written by a person", (path) => {
  expect(deniedByName(names(path), "write")).toContain("only a person changes it");
  expect(deniedByName(names(path), "read")).toBeUndefined();
});

test.each([
  ...[".github/CODEOWNERS", ".github/ISSUE_TEMPLATE/bug.md", "workflows/.github/notes.md", ".github"],
  ...["workflows/ci.yml", "actions/.github", ".github/docs/workflows/a.md", "src/jenkinsfile/a.ts"],
])("10.41: %s only looks like it", (path) => {
  expect(deniedByName(names(path), "write")).toBeUndefined();
});
