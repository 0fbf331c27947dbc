import type { Rehearsal, ScriptLine } from "../../src/model/rehearsal/rehearsal-script.ts";
import { rememberedTests } from "./quick-checks.ts";

const check = rememberedTests();

function line(thread: string, ask: number, say: string, ...calls: ScriptLine["calls"]): ScriptLine {
  return { thread, ask, say, calls, needs: [], lacks: [] };
}

function call(tool: string, input: Record<string, unknown>): ScriptLine["calls"][number] {
  return { tool, input: JSON.parse(JSON.stringify(input)) };
}

function round(phase: string, artifact: string, body: Record<string, unknown>): readonly ScriptLine[] {
  return [
    line(`turn/${phase}.1/1`, 1, `I would start ${phase} with the smallest thing.`),
    line(`turn/${phase}.1/2`, 1, "", call("pass_turn", { reason: "nothing to add" })),
    line(`coach/${phase}.1/1`, 1, "", call(`submit_${artifact}`, body)),
  ];
}

const test =
  'import { strictEqual } from "node:assert";\nimport { test } from "node:test";\nimport { twice } from "./twice.js";\ntest("two doubles to four", () => strictEqual(twice(2), 4));\n';

/** The smallest whole session: two turns a phase, one task whose first try fails its test and whose first review asks for more. */
export const miniRehearsal: Rehearsal = {
  name: "mini",
  label: "scripted",
  title: "Twice",
  brief: "A function that doubles a number.",
  seats: [
    { id: "ada", role: "engineer" },
    { id: "bo", role: "engineer" },
    { id: "coach", role: "coach" },
    { id: "architect", role: "architect" },
  ],
  policy: {
    pace: "normal",
    turns: 6,
    asks: { turn: 4, artifact: 3, coding: 8, review: 5 },
    checks: { quick: [check], full: [check], timeoutMs: 60_000 },
  },
  repository: {
    branch: "trunk",
    message: "begin",
    files: { "package.json": '{ "type": "module" }\n', "README.md": "# Twice\n" },
  },
  lines: [
    ...round("refinement", "scope", {
      summary: "Doubling.",
      requirements: [{ id: "r1", text: "twice(2) is 4", accepted: ["a test says so"] }],
    }),
    ...round("planning", "tasks", {
      tasks: [
        {
          id: "t1",
          title: "Double a number",
          requirements: ["r1"],
          approach: "multiply",
          done: ["tests pass"],
          files: ["twice.js"],
        },
      ],
    }),
    ...round("pre-code-review", "approach", { tasks: [{ id: "t1", approach: "multiply by two" }] }),
    line(
      "coding/t1.1",
      1,
      "",
      call("list_files", { folder: "." }),
      call("write_file", { path: "twice.js", content: "export const twice = (n) => n + 1;\n" }),
      call("write_file", { path: "twice.test.js", content: test }),
    ),
    line("coding/t1.1", 2, "", call("done", { summary: "Add twice" })),
    line(
      "coding/t1.1",
      3,
      "",
      call("edit_file", { path: "twice.js", find: "n + 1", replace: "n * 2" }),
      call("done", { summary: "Multiply instead of adding" }),
    ),
    line("review/t1.1/1", 1, "", call("read_diff", {})),
    line(
      "review/t1.1/1",
      2,
      "",
      call("review_complete", { status: "changes", feedback: "Say in the README what it does." }),
    ),
    line(
      "coding/t1.1",
      4,
      "",
      call("edit_file", { path: "README.md", find: "# Twice", replace: "# Twice\n\nDoubles a number." }),
    ),
    line("coding/t1.1", 5, "", call("done", { summary: "Document twice" })),
    line("review/t1.1/2", 1, "", call("review_complete", { status: "approved", feedback: "Good." })),
    // A small change takes one turn and its write-up.
    line("turn/code-review.1/1", 1, "Nothing to change."),
    line("artifact/code-review.1/1", 1, "", call("submit_findings", { summary: "Nothing found." })),
  ],
  human: [
    { on: "accept", artifact: "scope", version: 1, waitMs: 0 },
    { on: "accept", artifact: "tasks", version: 1, waitMs: 0 },
    { on: "ship", how: "fast-forward", waitMs: 0 },
  ],
  proof: [],
};
