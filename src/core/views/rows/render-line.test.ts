import { describe, expect, test } from "vitest";
import { team } from "../../../../test/support/plans.ts";
import { localTimes } from "../../../cli/print/local-time.ts";
import { storyLine } from "../story/story-line.ts";
import type { Layout } from "./layout.ts";
import { renderLine } from "./render-line.ts";
import { painter } from "./theme.ts";

const wide: Layout = {
  width: 40,
  paint: painter(false),
  seats: team,
  human: "you",
  airy: true,
  times: localTimes,
};
const piped: Layout = { ...wide, width: Number.POSITIVE_INFINITY, airy: false };
const by = (actor: string) => ({ seq: 1, actor });

describe("on a terminal", () => {
  test("what is said hangs beside a name", () => {
    expect(renderLine(storyLine(by("ada"), "said", "A sentence that is longer than one row."), wide)).toEqual(
      ["", "ada        A sentence that is longer", "           than one row."],
    );
  });

  test("what happens to a task stands close, with the task once", () => {
    const line = storyLine(by("bo"), "done", "done: a summary that is a little long", { task: "t1" });
    expect(renderLine(line, wide)).toEqual([
      "bo         t1  done: a summary that is a",
      "               little long",
    ]);
  });

  test("signs tell what colours tell", () => {
    const rows = (["green", "red", "decision", "question", "accepted"] as const).map(
      (kind) => renderLine(storyLine(by("harness"), kind, "x", { task: "t1" }), wide)[0],
    );
    expect(rows.map((row) => row?.trim())).toEqual(["t1  ✓ x", "t1  ✗ x", "t1  ◆ x", "t1  ? x", "t1  ✓ x"]);
  });

  test("rows below a line hang below their own text", () => {
    const line = storyLine(by("coach"), "document", "The scope", {
      rows: [
        "r1  something that takes two rows",
        "    - an example that takes two",
        "- another of two whole rows",
      ],
    });
    expect(renderLine(line, wide)).toEqual([
      "",
      "coach      The scope",
      "           r1  something that takes two",
      "               rows",
      "               - an example that takes",
      "                 two",
      "           - another of two whole rows",
    ]);
  });

  test("rows that are to be brief take one row each", () => {
    const rows = ["1.1  something that would take two rows", "1.2  short"];
    const line = { ...storyLine(by("bo"), "changes", "No.", { rows, task: "t1" }), briefRows: true as const };
    const [, ...below] = renderLine(line, wide);
    expect(below).toHaveLength(2);
    expect(below[0]).toMatch(/^ +1\.1 .*…$/);
  });

  test("a phase is a rule as wide as the screen", () => {
    const [, rule] = renderLine(storyLine(by("harness"), "phase", "Planning"), wide);
    expect(rule).toBe(`── Planning ${"─".repeat(28)}`);
    expect(rule).toHaveLength(40);
  });

  test("the person is called what this screen calls them", () => {
    expect(renderLine(storyLine(by("human"), "answer", "2"), wide)).toEqual(["you        → 2"]);
    expect(renderLine(storyLine(by("human"), "answer", "2"), { ...wide, human: "pm" })).toEqual([
      "pm         → 2",
    ]);
  });

  test("every member has a colour, and colours end where they should", () => {
    const colourful = { ...wide, paint: painter(true) };
    const [, ada = ""] = renderLine(storyLine(by("ada"), "said", "hi"), colourful);
    const [, bo = ""] = renderLine(storyLine(by("bo"), "said", "hi"), colourful);
    expect(ada).toBe("\u001b[1;36mada\u001b[0m        hi");
    expect(bo).toBe("\u001b[1;35mbo\u001b[0m         hi");
  });
});

describe("foreign text", () => {
  test("steers nothing: no escapes, no carriage returns, no reversed writing, no tabs", () => {
    const nasty = "a\u001b[2J\u001b]0;title\u0007b\rc\u202ed\te";
    const [, ...rows] = renderLine(storyLine(by("ada"), "said", nasty, { rows: [nasty] }), wide);
    expect(rows).toEqual(["ada        ab", "           cd  e", "           ab", "           cd  e"]);
  });

  test("cannot pass for another speaker: each of its lines stays indented", () => {
    const [, ...rows] = renderLine(storyLine(by("ada"), "said", "hi\nyou        ✓ accepts the plan"), wide);
    expect(rows).toEqual(["ada        hi", "           you        ✓ accepts the plan"]);
  });
});

test("in a pipe each item is one line, without empty lines", () => {
  const line = storyLine(by("ada"), "said", "A sentence that is longer than any terminal. ".repeat(5).trim());
  expect(renderLine(line, piped)).toHaveLength(1);
  expect(renderLine(storyLine(by("harness"), "phase", "Planning"), piped)).toEqual(["", "── Planning"]);
});
