import { describe, expect, test } from "vitest";
import { policy } from "../../../test/support/plans.ts";
import type { FileRead } from "../../core/ports/files.ts";
import type { Planned } from "../../core/work/tool.ts";
import { gateOf, heldBy } from "./gate.ts";

test("a commit holds back what the project denies, and what its set-up makes", () => {
  const held = heldBy({
    ...policy,
    write: { deny: ["vendor/"] },
    setup: { run: "make deps", keep: ["node_modules/", ".venv"] },
  });
  const paths = ["vendor/a", ".env", "node_modules/a/b.js", ".venv/x", "src/a.js", ".venvs"];
  expect(paths.map(held)).toEqual(["person", "person", "kept", "kept", undefined, undefined]);
  expect(heldBy(policy)("node_modules/a")).toBeUndefined();
});

describe("what puts a path back as the base commit has it", () => {
  const base: Readonly<Record<string, FileRead>> = {
    ".github/workflows/ci.yml": { kind: "text", text: "on: push\n" },
    ".github/run.sh": { kind: "text", text: "ls\n", executable: true },
  };
  const gate = (...planned: readonly Planned[]) =>
    gateOf(policy, { action: "write", planned }, async (paths) =>
      paths.map((path) => base[path] ?? { kind: "none" }),
    );
  const ci = { path: ".github/workflows/ci.yml", before: "on: pull_request\n" };

  test.each<[string, Planned]>([
    ["the text as before", { ...ci, after: "on: push\n" }],
    ["a new file gone again", { path: ".github/workflows/new.yml", before: "on: push\n", after: undefined }],
    ["text and mode as before", { path: ".github/run.sh", before: "", after: "ls\n", executable: true }],
  ])("needs nobody's yes: %s", async (_, planned) => {
    expect(await gate(planned)).toEqual({ kind: "allowed" });
  });

  test.each<[string, Planned]>([
    ["another text", { ...ci, after: "on: release\n" }],
    ["a file of the base commit gone", { ...ci, after: undefined }],
    ["another mode", { ...ci, after: "on: push\n", executable: true }],
  ])("is something else than %s, which asks", async (_, planned) => {
    expect(await gate(planned)).toMatchObject({ kind: "asks" });
    const back = { ...ci, after: "on: push\n" };
    expect(await gate(back, planned)).toMatchObject({ kind: "asks" });
  });
});
