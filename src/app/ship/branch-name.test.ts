import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { isBranchName } from "./branch-name.ts";

const names = [
  "main",
  "a/b",
  "feature-1",
  "ünï",
  "a.b",
  "a@b",
  "@a",
  "a{b",
  "héllo/wörld",
  "",
  "-a",
  "a b",
  "a..b",
  "a~b",
  "a^b",
  "a:b",
  "a?b",
  "a*b",
  "a[b",
  "a\\b",
  "a/",
  "/a",
  "a//b",
  ".a",
  "a/.b",
  "a.lock",
  "a.lock/b",
  "a.",
  "a@{b",
  "a\nb",
  "a\u007fb",
  "HEAD",
];

test("@ is short for HEAD", () => {
  expect(isBranchName("@")).toBe(false);
});

test.each(names)("%j is judged as git does", (name) => {
  expect(isBranchName(name)).toBe(gitTakes(name));
});

function gitTakes(name: string): boolean {
  try {
    execFileSync("git", ["check-ref-format", "--branch", name], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
