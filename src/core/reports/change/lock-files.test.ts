import { expect, test } from "vitest";
import { decidesSetUp, isLockFile, lockFiles } from "./lock-files.ts";

test.each(Object.values(lockFiles))(
  "%s pins what is installed, in any folder: flagged, and part of set-up's key",
  (name) => {
    for (const path of [name, `packages/a/${name}`]) {
      expect(isLockFile(path)).toBe(true);
      expect(decidesSetUp(path)).toBe(true);
    }
  },
);

test.each([
  "package.json",
  "a/pyproject.toml",
  "requirements-dev.txt",
  "App.csproj",
  ".nvmrc",
  "pubspec.yaml",
])("%s decides what is installed and pins nothing", (path) => {
  expect(isLockFile(path)).toBe(false);
  expect(decidesSetUp(path)).toBe(true);
});

test.each(["a.lock.md", "my-package.json", "README.md", "yarn.lock/x"])("%s decides nothing", (path) => {
  expect(decidesSetUp(path)).toBe(false);
});
