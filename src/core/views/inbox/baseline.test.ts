import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import type { BaselineWait } from "../../decide/waits/baseline.ts";
import { emptyState } from "../../state/state.ts";
import { baselineWords } from "./baseline.ts";
import { unclear } from "./wait-words.ts";

type Red = BaselineWait["red"][number];

const named: Red = {
  name: "unit",
  command: "npm test",
  exit: 1,
  ms: 1,
  blob: "b",
  failing: [{ test: "adds" }],
};
const unnamed: Red = { name: "lint", command: "lint", exit: 2, ms: 1, blob: "b" };
const broken: Red = { name: "types", command: "tsc", exit: 127, ms: 1, blob: "b", broken: "tsc: not found" };
const alsoBroken: Red = { ...broken, name: "build", command: "make", broken: "make: not found" };

function waitFor(...red: Red[]): BaselineWait {
  const names = red.flatMap((check) => (check.broken === undefined ? [] : [check.name]));
  const judging = red.includes(named) ? ["unit", "build"] : [];
  return { kind: "baseline", id: "k5", since: 5, commit: "0123456789abcdef", red, broken: names, judging };
}

describe("10.2: the title, and what yes gives up, follow what is red", () => {
  test.each([
    ["named failures", [named], "Checks fail before anything is built", "yes (go on)"],
    [
      "unnamed failures",
      [unnamed],
      "Checks fail before anything is built",
      "yes (go on, and nothing checks the work: lint is not judged)",
    ],
    [
      "one that cannot start",
      [broken],
      "A check cannot start, before anything is built",
      "yes (go on, and nothing checks the work: types is left out)",
    ],
    [
      "two that cannot start",
      [broken, alsoBroken],
      "Checks cannot start, before anything is built",
      "yes (go on, and nothing checks the work: types is left out, build is left out)",
    ],
    [
      "all of it",
      [named, unnamed, broken],
      "Checks fail before anything is built, and some cannot start",
      "yes (go on; lint is not judged, types is left out)",
    ],
  ])("%s", (_, red, title, yes) => {
    const words = baselineWords(waitFor(...red));
    expect(words.title).toBe(title);
    expect(words.asked).toBe(`${title}.`);
    const said = words.offers.find((offer) => "answer" in offer && offer.answer.kind === "tolerate");
    expect(said?.label).toBe(yes);
  });
});

test("10.2: the text says what is red, on which commit, and what each answer does", () => {
  expect(baselineWords(waitFor(named, broken)).text(emptyState).split("\n")).toEqual([
    "- unit (npm test) exits with 1; one test fails:",
    "    adds",
    "- types (tsc) cannot start: tsc: not found",
    expect.stringMatching(
      /^This is the commit that the work starts from, 0123456789ab, in a clean checkout\./,
    ),
    expect.stringMatching(/^- yes: go on\. What fails now does not count against the work/),
    "- yes also leaves out what cannot start: types.",
    "- After yes, only unit and build check the work: types is left out.",
    expect.stringMatching(/^- again: /),
    expect.stringMatching(/^- Other checks: /),
    "- stop: the session ends.",
  ]);
});

test("10.2: where nothing fails, nothing is said about failures", () => {
  const text = baselineWords(waitFor(broken)).text(emptyState);
  expect(text).toContain("\n- yes: go on, and leaves out what cannot start: types.\n");
  expect(text).not.toContain("What fails now");
  expect(baselineWords(waitFor(named)).text(emptyState)).not.toContain("cannot start");
});

test("10.2: where yes would leave nothing that checks the work, it is not the next step, and the words say so", () => {
  const blind = baselineWords(waitFor(unnamed, broken));
  expect(blind.offers[0]).toHaveProperty("command", "huddle run");
  expect(blind.next).toBe(
    "checks are red on the base commit; change them in .huddle/team.json first, because after yes nothing checks the work: lint is not judged, types is left out",
  );
  expect(blind.text(emptyState)).toContain(
    "\n- After yes, nothing checks the work: lint is not judged, types is left out.\n",
  );
  const partly = baselineWords(waitFor(named, broken));
  expect(partly.offers[0]).toHaveProperty("typed", "yes");
  expect(partly.next).toBe("checks are red on the base commit; after yes, types is left out");
  expect(baselineWords(waitFor(named)).next).toMatch(/; nothing is built until you decide$/);
});

test("10.2: that the team talks meanwhile is said only where it does", () => {
  const small = Past.opened({ policy: { phases: ["implementation"] } });
  const building = Past.opened().reaches("implementation");
  const words = baselineWords(waitFor(named));
  expect(words.text(Past.opened().state)).toContain("The team may talk meanwhile; nothing is built");
  for (const { state } of [small, building])
    expect(words.text(state)).toContain("in a clean checkout. Nothing is built until you decide.");
});

test.each([
  ["yes", "tolerate"],
  ["Go on", "tolerate"],
  ["again", "recheck"],
  ["Retry", "recheck"],
  ["recheck", "recheck"],
  ["STOP", "stop"],
])("%j is understood", (typed, kind) => {
  expect(baselineWords(waitFor(named)).parse(typed)).toEqual({ kind });
});

test("anything else is refused with what can be typed", () => {
  expect(baselineWords(waitFor(named)).parse("perhaps")).toEqual({
    wrong: unclear,
    advice: "Type one of: huddle reply k5 yes · huddle reply k5 again · huddle reply k5 stop",
  });
});
