import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const page = "docs/absent-faults.md";
const sections = readFileSync(page, "utf8")
  .split(/^## /m)
  .map((section) =>
    section.split("\n").filter((line) => line.startsWith("| ") && !/^\| what (went|goes)/.test(line)),
  );
const [, talk = [], factory = [], teams = []] = sections;

test("every fault of the page names a test that exists", () => {
  const rows = sections.flat();
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter((row) => !isShown(row))).toEqual([]);
});

function isShown(row: string): boolean {
  const [, path = "", title = ""] = /\| `([^`]+\.test\.ts)`: "(.+)" \|$/.exec(row) ?? [];
  return existsSync(path) && title !== "" && readFileSync(path, "utf8").includes(title);
}

const notes = [resolve("../shared/reference"), resolve("../../shared/reference")].find((path) =>
  existsSync(path),
);

/** The fault of each row in the notes about the factory, in their order: what its authors want otherwise, what users say, what follows. */
const ofFactory: Readonly<Record<"regrets" | "reported" | "inferred", readonly string[]>> = {
  regrets: [
    "the architect gave out work, so one odd reply stopped everything",
    "a question that needed a person stopped a run without one",
    "who split the work was reviewed by nobody",
    "what was agreed lived in a chat",
    "a tool call was recorded after its effect",
    "one word stood for state, result and reason",
    "work went straight onto the default branch",
    "two users of one place of the machine: the last one won",
    "work went on whose plan had changed",
    "members read each other's thinking aloud",
    "tests were green that could not fail",
  ],
  reported: [
    "finished work was given out again",
    "an empty completion counted as a failure of the task",
    "models that refuse a setting could not be used",
    "a person's dirty checkout was built on, or changed",
    "evidence of how a program behaves had no place",
    "a model was taken for what it is not",
    "tokens of failed requests were lost",
    "budgets were reviewed 141 times without breaking a loop",
    "a budget was reviewed without knowing what was done",
    "who planned tried again and again to write",
    "the same step was tried again although this machine could not do it",
    "the opinion about an earlier attempt spoiled the next one",
    "work was cut into more tasks than it needed",
    "lists of steps were padded to look like progress",
    "a short brief used up all reviews",
    "unknown prices were zero",
  ],
  inferred: [
    "a state had a move that its own table forbade",
    "replies were lost in a channel with one place",
    "an error was put together and never sent, so its asker waited",
    "reviews were cut at 2,000 characters",
    "after a restart, leases and the words of a task were missing",
    "after a restart nobody knew which work was urgent",
    "the cost of a task was that of its author alone, and was wiped by the next plan",
    "the cost of a task was that of its author alone, and was wiped by the next plan",
    "a task came back from a conflict without knowing why",
    "an engineer worked from an old version of its task",
    "an error threw away everything that was known",
    "a wait for a model was ended by looking at something else",
    "dependencies by title were never met",
    "a reviewer that could not be reached approved",
    "entering a state anew refreshed its budget",
    "two effects in one turn",
    "another way to run a member dropped what it was given",
  ],
};

describe("nothing is left out of", () => {
  const read = (name: string) => readFileSync(resolve(notes ?? "", name), "utf8");
  const part = (text: string, from: RegExp, to: RegExp) => {
    const [, after = ""] = text.split(from);
    const [found = ""] = after.split(to);
    return found;
  };

  test("the dead ends of a talk", ({ skip }) => {
    skip(notes === undefined, "the notes are not beside this repository");
    const deadEnds = part(read("gotg.md"), /^## 4\. .*$/m, /^## /m).match(/^\d+\. /gm);
    expect(deadEnds?.length).toBeGreaterThan(5);
    expect(talk).toHaveLength(deadEnds?.length ?? 0);
  });

  test("how teams of models fail", ({ skip }) => {
    skip(notes === undefined, "the notes are not beside this repository");
    const rows = read("failure-modes.md").match(/^\| \d+ \|/gm);
    expect(rows?.length).toBeGreaterThan(20);
    expect(teams).toHaveLength(rows?.length ?? 0);
  });

  test("the faults of a factory", ({ skip }) => {
    skip(notes === undefined, "the notes are not beside this repository");
    const text = read("maestro.md");
    const regrets = part(text, /^### 3\.6 .*$/m, /^## /m).match(/^\d+\. /gm);
    const reported = part(text, /^Reported by authors \[A\]: /m, /\. Comparison/).split(";");
    const inferred = part(text, /^Inferred \[R\][^:]*: /m, /\.$/m).split(";");
    expect(ofFactory.regrets).toHaveLength(regrets?.length ?? 0);
    expect(ofFactory.reported).toHaveLength(reported.length);
    expect(ofFactory.inferred).toHaveLength(inferred.length);
    const faults = factory.map((row) => row.split(" | ")[0]?.slice(2));
    const named = Object.values(ofFactory).flat();
    expect(named.filter((fault) => !faults.includes(fault))).toEqual([]);
  });
});
