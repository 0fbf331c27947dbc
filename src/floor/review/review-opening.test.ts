import { describe, expect, test } from "vitest";
import { planned } from "../../../test/support/plans.ts";
import { emptyState } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { type Changes, reviewOpening, standsInOpening } from "./review-opening.ts";

const flag = { id: "1", kind: "test-file", path: "a.test.js", tier: "note", text: "It is gone." } as const;
const review = {
  seat: "bo",
  commit: "c",
  findings: [{ id: "1.1", text: "Zero is not doubled." }],
  answers: [],
};

/** The parts of what a reviewer reads first, without the task itself. */
function opening(more: object, changes: Changes): readonly string[] {
  // Only these fields are read.
  const task = { plan: planned("t1"), owner: "ada", ...more } as unknown as Task;
  return reviewOpening(emptyState, task, "bo", changes).split("\n\n").slice(1);
}

describe("what a reviewer reads first", () => {
  test("of a first review: who, what the harness says, and the change", () => {
    expect(opening({}, { all: "+a\n", since: undefined })).toEqual([
      "Author: ada. You are bo, the reviewer.",
      "The harness says: no checks are configured.",
      "The whole change:\n  +a",
      "Read the whole change, then give your verdict.",
    ]);
  });

  test("all that is known, in this order", () => {
    const results = [{ name: "tests", command: "test", exit: 0, ms: 1, blob: "b" }];
    const leftOut = [{ path: "out/a", rule: ".gitignore:1: out/" }];
    const more = {
      summary: "Done.\nReally.",
      evidence: { results, known: ["old"], leftOut },
      flags: [flag, { ...flag, line: 3 }],
      review,
    };
    expect(opening(more, { all: "+a\n+b\n", since: "" })).toEqual([
      "Author: ada. You are bo, the reviewer.",
      "The author says: Done.\n  Really.",
      "The harness says: no new failure; red since before this work: old.",
      "Green checks do not show this. Look at each of these; ask for changes unless the task calls for it:\n- It is gone.\n- It is gone. (a.test.js:3)",
      expect.stringMatching(/^Not part of the change, although.*out\/a/),
      "The last review, by bo, asked for changes:\n- 1.1 Zero is not doubled.\n  The author says nothing about it.",
      "What was changed since then: nothing.",
      "The whole change:\n  +a\n  +b",
      expect.stringMatching(/^Judge first whether each finding is dealt with; /),
    ]);
  });
});

describe("a change", () => {
  const small = "x".repeat(6_000);
  const large = `${"x\n".repeat(3_000)}y`;

  test("of up to 6,000 characters is shown; of a larger one, how to read it", () => {
    expect(opening({}, { all: small, since: undefined })).toContain(`The whole change:\n  ${small}`);
    expect(opening({}, { all: `${small}x`, since: undefined })).toContain(
      "The whole change has one line; read_diff shows it.",
    );
    const both = opening({ review }, { all: large, since: large });
    expect(both).toContain("The whole change has 3001 lines; read_diff shows it.");
    expect(both).toContain(
      "What was changed since then has 3001 lines; read_diff with since: true shows it.",
    );
  });

  test("too large to be shown is listed file by file, the whole and what was changed since", () => {
    const part = (path: string, line: string, count: number) =>
      `diff --git a/${path} b/${path}\n@@ -1 +1 @@\n${`${line}\n`.repeat(count)}`;
    const all = part("src/a.js", "+one", 2_000) + part("b c.md", "-two", 3);
    const both = opening({ review }, { all, since: part("src/a.js", "+one", 1_500) });
    expect(both).toContain(
      'The whole change has 2008 lines; read_diff shows it.\n- src/a.js: +2000 -0 lines\n- "b c.md": +0 -3 lines',
    );
    expect(both).toContain(
      "What was changed since then has 1503 lines; read_diff with since: true shows it.\n- src/a.js: +1500 -0 lines",
    );
  });

  test("was read with the opening if it is small: of a second review, what was changed since", () => {
    expect(standsInOpening({ all: small, since: undefined })).toBe(true);
    expect(standsInOpening({ all: large, since: undefined })).toBe(false);
    expect(standsInOpening({ all: large, since: "" })).toBe(true);
    expect(standsInOpening({ all: large, since: small })).toBe(true);
    expect(standsInOpening({ all: small, since: large })).toBe(false);
  });
});
