import { expect, test } from "vitest";
import { leadsOut } from "./leads-out.ts";

test.each([
  ["a", "b"],
  ["a", "./b"],
  ["a", "b/c"],
  ["a/b/c", "../d"],
  ["a/b/c", "../../d"],
  ["a/b/c", "../.././d"],
  ["a/b/c", ".."],
  ["a/b/c", "../.."],
  ["a", "..b"],
  ["a", "b/..c"],
  ["a", ".github/x"],
  ["a", "."],
])("%s -> %s stays", (path, target) => {
  expect(leadsOut(path, target)).toBe(false);
});

test.each([
  ["a", "/etc/passwd"],
  ["a", "/"],
  ["a", ".."],
  ["a", "../b"],
  ["a", "./../b"],
  ["a/b", "../../c"],
  ["a/b", "..//../c"],
  ["a/b", "c/../../../d"],
  // Behind a link to a folder, `..` is that folder's parent.
  ["a", "link/link/../../../etc"],
  ["a", "b/../c"],
  ["a", "~/.ssh/id_rsa"],
  ["a", "C:\\Windows"],
  ["a", "C:x"],
  ["a", "\\\\server\\share"],
  ["a/b", "..\\..\\c"],
  ["a", ".git"],
  ["a", ".git/config"],
  ["a", ".GIT/hooks"],
  ["a", "git~1/config"],
  ["a/b/c", "../../.git/config"],
  ["a", "sub/.git/config"],
  ["a", ".huddle/team.json"],
  ["a", ".env"],
  ["a", "keys/server.pem"],
  ["a", ""],
  ["a", "b\0c"],
])("%s -> %j leads out", (path, target) => {
  expect(leadsOut(path, target)).toBe(true);
});
