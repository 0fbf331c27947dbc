import { expect, test } from "vitest";
import type { Call } from "../../core/state/call.ts";
import { runChecks } from "../../tools/code/commands/run-checks.ts";
import { runCommand } from "../../tools/code/commands/run-command.ts";
import { editFile } from "../../tools/code/files/edit-file.ts";
import { writeFile } from "../../tools/code/files/write-file.ts";
import { failedBefore } from "./failed-before.ts";

const tools = [runChecks, runCommand, editFile, writeFile];

type Told = readonly [tool: string, input: object, went: "well" | "wrong" | "exit 1"];

function before(...told: readonly Told[]): readonly string[] {
  const calls = told.map(
    ([tool, input, went]): Call => ({
      id: "c1_1",
      tool,
      input,
      status: "settled",
      result: { failed: went !== "well", text: "", ...(went === "exit 1" && { ran: { exit: 1 } }) },
    }),
  );
  return failedBefore(calls, "done", tools);
}

const write = (path: string, content = "a") => ["write_file", { path, content }] as const;
const edit = (path: string, old = "a") => ["edit_file", { path, old, new: "b" }] as const;
const checks = (...names: readonly string[]) => ["run_checks", names.length === 0 ? {} : { names }] as const;

test.each<[what: string, calls: readonly Told[], failed: readonly string[]]>([
  ["nothing at all", [], []],
  ["checks that were red", [[...checks(), "wrong"]], ["run_checks"]],
  [
    "a test written first: red, then green",
    [
      [...write("a.test.js"), "well"],
      [...checks(), "wrong"],
      [...edit("a.js"), "well"],
      [...checks(), "well"],
    ],
    [],
  ],
  [
    "green, then red",
    [
      [...checks(), "well"],
      [...checks(), "wrong"],
    ],
    ["run_checks"],
  ],
  [
    "red, green, red",
    [
      [...checks(), "wrong"],
      [...checks(), "well"],
      [...checks(), "wrong"],
    ],
    ["run_checks"],
  ],
  [
    "one check red, then all green",
    [
      [...checks("unit"), "wrong"],
      [...checks(), "well"],
    ],
    [],
  ],
  [
    "one check red, then that and another green",
    [
      [...checks("unit"), "wrong"],
      [...checks("lint", "unit"), "well"],
    ],
    [],
  ],
  [
    "one check red, then another green",
    [
      [...checks("unit"), "wrong"],
      [...checks("lint"), "well"],
    ],
    ["run_checks"],
  ],
  [
    "all red, then one green",
    [
      [...checks(), "wrong"],
      [...checks("lint"), "well"],
    ],
    ["run_checks"],
  ],
  [
    "a file not written, then written with another text",
    [
      [...write("a", "x"), "wrong"],
      [...write("a", "y"), "well"],
    ],
    [],
  ],
  [
    "a file not written, then another written",
    [
      [...write("a"), "wrong"],
      [...write("b"), "well"],
    ],
    ["write_file (a)"],
  ],
  [
    "an edit that did not fit, then the same once it fits",
    [
      [...edit("a"), "wrong"],
      [...write("a"), "well"],
      [...edit("a"), "well"],
    ],
    [],
  ],
  [
    "an edit that did not fit, then another of the same file",
    [
      [...edit("a", "x"), "wrong"],
      [...edit("a", "y"), "well"],
    ],
    ["edit_file (a)"],
  ],
  [
    "several that failed",
    [
      [...edit("a, b"), "wrong"],
      [...edit("a", "x"), "wrong"],
      [...edit("a", "y"), "wrong"],
      [...checks(), "wrong"],
    ],
    ['edit_file ("a, b")', "edit_file (a)", "run_checks"],
  ],
  ["a command with an exit code", [["run_command", { command: "grep x" }, "exit 1"]], []],
  ["a command that was cut short", [["run_command", { command: "t" }, "wrong"]], ["run_command"]],
  ["an earlier claim", [["done", {}, "wrong"]], []],
  [
    "a tool that there is not",
    [
      ["bash", { x: 1 }, "wrong"],
      ["bash", { x: 2 }, "well"],
    ],
    ["bash"],
  ],
])("%s", (_, calls, failed) => {
  expect(before(...calls)).toEqual(failed);
});
