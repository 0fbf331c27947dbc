import { describe, expect, test } from "vitest";
import { team } from "../../../../../test/support/plans.ts";
import { type StoryKind, type StoryLine, storyLine } from "../story-line.ts";
import { shortLine } from "./story-short.ts";

const line = (who: string, kind: StoryKind, text: string, more: Partial<StoryLine> = {}): StoryLine => ({
  ...storyLine({ seq: 1, actor: who }, kind, text),
  ...more,
});
const short = (one: StoryLine, asks = true) => shortLine(one, team, { asks });
const long = "I would begin with the parser. It is the hard part.";

describe("a turn", () => {
  test("of an engineer or the architect is its first sentence, and says that there is more", () => {
    expect(short(line("ada", "said", long))).toMatchObject({
      text: "I would begin with the parser. …",
      brief: true,
    });
    expect(short(line("architect", "said", long))).toMatchObject({ brief: true });
    expect(short(line("ada", "said", "One sentence, no more of it."))?.text).toBe(
      "One sentence, no more of it.",
    );
  });

  test("that was passed is one row with its reason", () => {
    expect(short(line("ada", "passed", "passes: nothing to add"))).toMatchObject({
      text: "passes: nothing to add",
      brief: true,
    });
  });
});

test("the coach, the person, decisions, questions and building are told as they are", () => {
  const lines = [
    line("coach", "said", long),
    line("human", "said", long),
    line("coach", "decision", "Size: small", { rows: ["because it is", "against: bo"] }),
    line("coach", "question", "Which?", { rows: ["1  this", "2  that"] }),
    line("ada", "said", long, { task: "t1" }),
    line("harness", "phase", "Planning"),
  ];
  for (const one of lines) expect(short(one)).toBe(one);
});

describe("a document", () => {
  const rows = ["r1  it works"];
  const paper = (waits: boolean) =>
    line("coach", "document", "The scope: One thing.", { rows, artifact: { kind: "scope", waits } });

  test("is a line and how to see it", () => {
    expect(short(paper(false))).toMatchObject({
      text: "The scope: One thing.",
      rows: ["See it: huddle show scope"],
      brief: true,
    });
    expect(short(paper(true), false)?.rows).toEqual(["See it: huddle show scope"]);
  });

  test("that waits for somebody who is asked right here stands in full", () => {
    expect(short(paper(true))?.rows).toEqual(rows);
  });

  test("findings are called a review, and a graph is not drawn", () => {
    const review = line("coach", "document", "The review", { artifact: { kind: "findings", waits: false } });
    expect(short(review)?.rows).toEqual(["See it: huddle show review"]);
    const plan = line("coach", "document", "The plan", {
      graph: [],
      artifact: { kind: "tasks", waits: false },
    });
    expect(short(plan)).not.toHaveProperty("graph");
    expect(short(plan)?.rows).toEqual(["See it: huddle show plan"]);
  });
});

test("a turn in one line is still the same turn", () => {
  const said = line("ada", "said", long, { thread: "turn/refinement.1/1", rows: ["a row"] });
  expect(short(said)).toEqual({ ...said, text: "I would begin with the parser. …", brief: true });
  const passed = line("ada", "passed", "passes");
  expect(short(passed)).toEqual({ ...passed, brief: true });
});

test("words for the person are not shortened", () => {
  const called = line("ada", "said", `@human ${long}`);
  expect(short(called)).toBe(called);
  expect(short(line("ada", "said", `@bo ${long}`))).toMatchObject({ brief: true });
});

test("somebody who is not on the team is told in full", () => {
  const stranger = line("zoe", "said", long);
  expect(short(stranger)).toBe(stranger);
});

test("white space makes a sentence no longer", () => {
  expect(short(line("ada", "said", "  One sentence,\n  no more of it. "))?.text).toBe(
    "One sentence, no more of it.",
  );
});

test("a document of no kind has nothing to be seen with", () => {
  expect(short(line("coach", "document", "A paper"))?.rows).toEqual([""]);
});

test("findings and what their author says to them are a line each", () => {
  const rows = [`1.1  a.js:3: ${long}`, "1.2  No test shows it."];
  for (const kind of ["changes", "done"] as const)
    expect(short(line("bo", kind, "Two things.", { task: "t1", rows }))).toMatchObject({
      text: "Two things.",
      rows: ["1.1  a.js:3: I would begin with the parser. …", "1.2  No test shows it."],
      briefRows: true,
    });
});
