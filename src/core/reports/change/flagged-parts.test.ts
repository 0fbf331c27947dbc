import { describe, expect, test } from "vitest";
import { changedTexts } from "../../text/changed-files.ts";
import { flaggedParts } from "./flagged-parts.ts";

type Side = readonly string[] | undefined;

/** A diff in which one file has these lines on both sides. */
function diff(path: string, before: Side, after: Side): string {
  const mode =
    before === undefined ? ["new file mode 100644"] : after === undefined ? ["deleted file mode 100644"] : [];
  return [
    `diff --git a/${path} b/${path}`,
    ...mode,
    "index 1..2",
    `--- ${before === undefined ? "/dev/null" : `a/${path}`}`,
    `+++ ${after === undefined ? "/dev/null" : `b/${path}`}`,
    `@@ -7,${before?.length ?? 0} +9,${after?.length ?? 0} @@`,
    " around",
    ...(before ?? []).map((line) => `-${line}`),
    ...(after ?? []).map((line) => `+${line}`),
    "",
  ].join("\n");
}

const flags = (...diffs: readonly string[]) =>
  flaggedParts(changedTexts(diffs.join(""))).map(
    ({ kind, tier, path, line }) => `${kind} ${tier} ${path}${line === undefined ? "" : `:${line}`}`,
  );

const key = `sk-${"a1".repeat(15)}`;

describe("what somebody should look at, by kind, tier and place", () => {
  test.each<[what: string, path: string, before: Side, after: Side, wanted: readonly string[]]>([
    [
      "a snapshot that is rewritten",
      "src/__snapshots__/a.test.ts.snap",
      ["x"],
      ["y"],
      ["snapshot note src/__snapshots__/a.test.ts.snap"],
    ],
    ["one that is removed", "test/golden/a.txt", ["x"], undefined, ["snapshot note test/golden/a.txt"]],
    ["a new one", "a.snap", undefined, ["x"], []],
    ["one that only grew", "a.snap", [], ["x"], []],
    [
      "a new dependency of Node",
      "package.json",
      ['    "a": "^1"'],
      ['    "a": "^2",', '    "@b/c": "workspace:*"'],
      ["dependency person package.json:11"],
    ],
    ["another version of one", "package.json", ['  "a": "^1"'], ['  "a": "^2"'], []],
    [
      "what is no dependency",
      "package.json",
      [],
      ['  "version": "2.0.0",', '  "test": "vitest run",', '  "node": ">=20"'],
      [],
    ],
    [
      "of Python",
      "requirements-dev.txt",
      ["a==1"],
      ["a==2", "requests[x]>=2", "# no"],
      ["dependency person requirements-dev.txt:11"],
    ],
    [
      "in a list of a pyproject",
      "pyproject.toml",
      [],
      ['  "httpx>=0.27",', 'requires-python = ">=3.10"'],
      ["dependency person pyproject.toml:10"],
    ],
    [
      "of Rust",
      "crates/x/Cargo.toml",
      [],
      ['version = "2.0.0"', 'serde = { version = "1" }'],
      ["dependency person crates/x/Cargo.toml:11"],
    ],
    ["of Go", "go.mod", [], ["\tgithub.com/a/b v1.2.3", "go 1.22"], ["dependency person go.mod:10"]],
    ["of Ruby", "Gemfile", [], ['gem "rails"'], ["dependency person Gemfile:10"]],
    ["a lock file alone", "web/pnpm-lock.yaml", ["x"], ["y"], ["lock-file person web/pnpm-lock.yaml"]],
    ["one that is removed", "Cargo.lock", ["x"], undefined, ["lock-file person Cargo.lock"]],
    ["a workflow", ".github/workflows/ci.yml", ["x"], ["y"], ["ci person .github/workflows/ci.yml"]],
    ["a new pipeline", ".gitlab-ci.yml", undefined, ["y"], ["ci person .gitlab-ci.yml"]],
    ["instructions for agents", "AGENTS.md", ["x"], ["y"], ["agents person AGENTS.md"]],
    ["new ones", "part/.cursorrules", undefined, ["y"], ["agents person part/.cursorrules"]],
    ["a hook", ".husky/pre-commit", ["x"], undefined, ["ci person .husky/pre-commit"]],
    ["a key", "src/a.ts", [], ["fine", `const k = "${key}";`], ["secret person src/a.ts:11"]],
    ["a key in a test", "src/a.test.ts", [], [key], ["secret note src/a.test.ts:10"]],
    ["a private key", "x.txt", [], ["-----BEGIN RSA PRIVATE KEY-----"], ["secret person x.txt:10"]],
    ["a password in an address", "x.yml", [], ["url: https://me:hunter2@host/"], ["secret person x.yml:10"]],
    ["a key that goes away", "src/a.ts", [key], [], []],
    ["an ordinary change", "src/a.ts", ["a"], ["b", "sketch", "https://host/a@b"], []],
  ])("%s", (_, path, before, after, wanted) => {
    expect(flags(diff(path, before, after))).toEqual(wanted);
  });

  test("a lock file beside what it belongs to is a note", () => {
    const both = [
      diff("package.json", ['"a": "^1"'], ['"a": "^2"']),
      diff("package-lock.json", ["x"], ["y"]),
    ];
    expect(flags(...both)).toEqual(["lock-file note package-lock.json"]);
  });

  test("no flag holds the text that looks like a secret, and they are bounded", () => {
    const found = flaggedParts(
      changedTexts(
        diff(
          "a.ts",
          [],
          Array.from({ length: 50 }, () => key),
        ),
      ),
    );
    expect(found).toHaveLength(10);
    expect(JSON.stringify(found)).not.toContain(key.slice(3));
  });
});
