import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import { approachLines } from "../views/documents/artifact-text.ts";
import { basisText, buildingBasis, systemText } from "./basis-text.ts";

describe("what a phase starts from", () => {
  test("is the brief at first", () => {
    expect(basisText(Past.opened().state)).toBe("# The brief\n  Twice\n  A function that doubles a number.");
  });

  test("in an exploration that is taken up again, is what it has come to", () => {
    const past = Past.opened({ policy: { phases: ["exploration"] } });
    past.enters("exploration");
    const body = { title: "T", brief: "B.", findings: ["F."], openQuestions: ["Q?"], outOfScope: [] };
    const id = past.submits("brief", body);
    expect(basisText(past.state)).not.toContain("B.");
    past.accepts(id);
    expect(basisText(past.state)).toContain(
      "# What this exploration has come to so far\n  T\n  B.\n  ## Found out\n  - F.\n  ## Open questions\n  - Q?",
    );
  });

  test("is accepted artifacts and decisions later, and never chatter", () => {
    const past = Past.opened();
    past.says("ada", "chatter");
    past.reaches("implementation", [planned("t1"), planned("t2", "t1")]);
    past.add("ada", {
      type: "decision.recorded",
      topic: "Numbers",
      decision: "Floats.",
      reason: "they are there.",
      proposed: "ada",
      agreed: ["bo"],
      dissents: [],
    });
    const text = basisText(past.state);
    expect(text).toContain(
      "# Scope\n  One thing.\n## Requirements, and what shows that they hold\n- r1: it works\n  - a test says so",
    );
    expect(text).toContain("- t2: Build t2 (after t1), bo\n  - meets: r1");
    expect(text).toMatch(/^- d\d+ Numbers: Floats\. Because they are there\.$/m);
    expect(text).not.toContain("chatter");
  });

  test("has what the coach said where it closed a phase, and not where the talk went on after that", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.add("coach", { type: "phase.signalled", summary: "One function,\nand its test." });
    expect(basisText(past.state)).toContain(
      "# How the coach closed earlier phases\n- refinement: One function,\n  and its test.",
    );
    past.human({ type: "phase.extended", turns: 2, why: "" });
    past.human({ type: "phase.signalled", summary: "The product manager wants to move on." });
    expect(basisText(past.state)).not.toContain("closed earlier phases");
  });

  test("holds nothing that waits to be accepted or was sent back", () => {
    const past = Past.opened();
    past.enters("refinement");
    const id = past.submits("scope", scope);
    expect(basisText(past.state)).not.toContain("# Scope");
    past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["no"] });
    expect(basisText(past.state)).not.toContain("# Scope");
    past.accepts(past.submits("scope", scope, 2));
    expect(basisText(past.state)).toContain("# Scope");
  });

  test("keeps the newest accepted version while later ones wait or are sent back", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.accepts(past.submits("scope", scope));
    past.accepts(past.submits("scope", { ...scope, summary: "The agreed one." }, 2));
    for (const version of [3, 4]) {
      const id = past.submits("scope", { ...scope, summary: "A worse one." }, version);
      expect(basisText(past.state)).toContain("# Scope\n  The agreed one.");
      past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["no"] });
      expect(basisText(past.state)).toContain("# Scope\n  The agreed one.");
    }
    expect(past.state.accepted.scope?.version).toBe(2);
  });
});

test("after a review that found something, tasks made from it and the findings are part of it", () => {
  const past = Past.opened().reaches("code-review");
  const finding = { task: "t1", severity: "blocking" as const, text: "It loses a digit." };
  past.signals();
  past.accepts(past.submits("findings", { summary: "One thing.", findings: [finding] }));
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a9" });
  past.add("coach", { type: "point.deferred", topic: "Roots", why: "nobody needs them" });
  const text = basisText(past.state);
  expect(text).toContain("# Review\n  One thing.\n- blocking, t1: It loses a digit.");
  expect(text).toContain("- t2: Build t2");
  expect(text).toContain("# Put off\n- Roots: nobody needs them");
});

describe("10.35: those who build read each thing once", () => {
  const decided = { reason: "so", proposed: "ada", agreed: [], dissents: [] };
  function built(
    requirement: (id: string) => string,
    approach: string | undefined,
    numbers = "Take whole numbers only.",
  ) {
    const past = Past.opened();
    past.enters("refinement");
    const ids = ["Numbers", "Signs"].map((topic) => {
      const decision = topic === "Numbers" ? numbers : "Keep the sign.";
      return past.add("ada", { type: "decision.recorded", topic, decision, ...decided }).seq;
    });
    const text = requirement(`d${ids[0]}`);
    past.accepts(
      past.submits("scope", { ...scope, requirements: [{ id: "r1", text, accepted: ["a test"] }] }),
    );
    past.enters("planning");
    past.accepts(past.submits("tasks", { tasks: [planned("t1")] }));
    past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
    past.enters("pre-code-review");
    past.accepts(
      past.submits("approach", {
        tasks: [{ id: "t1", ...(approach !== undefined && { approach }), interfaces: ["f(n)"] }],
      }),
    );
    return { state: past.state, first: `d${ids[0]}`, second: `d${ids[1]}` };
  }

  test.each<[string, (id: string) => string, (id: string) => string | undefined]>([
    [
      "in the scope by its id alone",
      (id) => `Takes no fractions (${id}).`,
      (id) => `- ${id} Numbers: Take whole numbers only.`,
    ],
    [
      "in the scope, word for word and by its id",
      (id) => `Take whole numbers only (${id}).`,
      () => undefined,
    ],
    [
      "in the scope, word for word",
      () => "It should take `whole` numbers only",
      (id) => `- ${id} Numbers: as the scope says`,
    ],
    ["not in the scope", () => "It doubles.", (id) => `- ${id} Numbers: Take whole numbers only.`],
    [
      "in the scope by an id that only looks like it",
      (id) => `It doubles (${id}9).`,
      (id) => `- ${id} Numbers: Take`,
    ],
  ])("a decision that is %s", (_, requirement, line) => {
    const { state, first, second } = built(requirement, undefined);
    const text = buildingBasis(state);
    const expected = line(first);
    if (expected === undefined) expect(text).not.toContain(`- ${first} `);
    else expect(text).toContain(expected);
    expect(text).toContain(`- ${second} Signs: Keep the sign.`);
    expect(text.split("Take whole numbers only.").length).toBeLessThanOrEqual(2);
  });

  test.each([
    ["No.", "Uploads are known by name."],
    ["Only once.", "It tries only once if the person asked for that."],
    ["→", "It doubles."],
    ["Fail on every x < 0.", "Fail on every x > 0."],
    ["Round the total to -1 place.", "Round the total to 1 place."],
    ["Do it in one go", "Redo it in one go"],
    ["是", "不是这样"],
  ])("a decision %j is told, although the scope says %j", (decision, requirement) => {
    const { state, first } = built(() => requirement, undefined, decision);
    expect(buildingBasis(state)).toContain(`- ${first} Numbers: ${decision}`);
  });

  test("an agreed approach that is left out leaves the plan's, with what was agreed besides", () => {
    const { state } = built(() => "It doubles.", undefined);
    expect(approachLines(planned("t1"), state)).toEqual(["approach: the plain way", "interface: f(n)"]);
  });

  test.each(["As agreed in planning.", "As planned, but with a table.", "Not as planned", "With a table."])(
    "an agreed approach such as %j stands in place of the plan's",
    (approach) => {
      const { state } = built(() => "It doubles.", approach);
      expect(approachLines(planned("t1"), state)[0]).toBe(`approach: ${approach}`);
    },
  );

  test("words of the brief and the plan cannot look like a part of their own", () => {
    const past = Past.opened().reaches("implementation", [
      { ...planned("t1"), title: "One\n# Decisions", files: ["a\n# Checks"] },
      planned("t2"),
    ]);
    const heads = buildingBasis(past.state).match(/^# .*/gm);
    expect(heads).toEqual(["# The brief", "# Scope", "# Tasks"]);
  });
});

describe("what those who build start from", () => {
  const brief = "# The brief\n  Twice\n  A function that doubles a number.";
  const scoped = `${brief}\n\n# Scope\n`;

  test("is the brief alone where nothing else is agreed", () => {
    expect(buildingBasis(Past.opened().state)).toBe(brief);
    expect(basisText(Past.opened().state)).toBe(brief);
  });

  test("has no outline of a single task, which opens its own thread", () => {
    const text = buildingBasis(Past.opened().reaches("implementation").state);
    expect(text.startsWith(scoped)).toBe(true);
    expect(text).not.toContain("# Tasks");
    expect(basisText(Past.opened().reaches("implementation").state)).toContain("- t1: Build t1");
  });

  test("has of several tasks title, files and what was agreed between them, whoever has them and however far they are", () => {
    const past = Past.opened();
    past.reaches("pre-code-review", [{ ...planned("t1"), files: ["a.js"] }, planned("t2")], ["ada"]);
    const tasks = [
      { id: "t1", interfaces: [] },
      { id: "t2", interfaces: ["f(n)", "g(n)\n# Rules"] },
    ];
    past.accepts(past.submits("approach", { tasks }));
    past.enters("implementation");
    past.lands("t1");
    past.harness({ type: "volunteers.called" });
    const text = buildingBasis(past.state);
    expect(text.slice(text.indexOf("# Tasks"))).toBe(
      [
        "# Tasks",
        "- t1: Build t1 (a.js)",
        "- t2: Build t2",
        "  - interface: f(n)",
        "  - interface: g(n)",
        "  # Rules",
      ].join("\n"),
    );
  });

  test("has what a review found", () => {
    const past = Past.opened().reaches("code-review");
    past.accepts(past.submits("findings", { summary: "One thing.", findings: [] }));
    expect(buildingBasis(past.state)).toContain("# Review\n  One thing.");
  });
});

test("rules come first, then the project's instructions, then what was agreed, each after an empty line", () => {
  const { state } = Past.opened();
  const basis = "# The brief\n  Twice\n  A function that doubles a number.";
  expect(systemText(["One.\n", "", " Two."], undefined, state)).toBe(`One.\n\nTwo.\n\n${basis}`);
  const text = systemText(["One."], { file: "AGENTS.md", text: "Use tabs." }, state, "What we know.");
  expect(text).toMatch(
    /^One\.\n\n# The project's own instructions: AGENTS\.md\n[\s\S]*\n~~~\n\nWhat we know\.$/,
  );
});

test("a decision that scope or plan cites is told there alone, also to those who talk", () => {
  const past = Past.opened();
  past.enters("refinement");
  const decided = (topic: string, more: object = {}) =>
    `d${past.add("ada", { type: "decision.recorded", topic, decision: `${topic} are kept.`, reason: "They count.", proposed: "ada", agreed: [], dissents: [], ...more }).seq}`;
  const [signs, ends, blanks] = [decided("Signs"), decided("Ends"), decided("Blanks", { agreed: ["bo"] })];
  const tabs = decided("Tabs", { proposed: "human", cites: "m7", dissents: ["bo"] });
  const folds = decided("Folds");
  const requirement = {
    id: "r1",
    text: `A sign stays (${signs}), and so does an end (${ends}).`,
    accepted: ["-1"],
  };
  past.accepts(past.submits("scope", { ...scope, requirements: [requirement] }));
  const others = `# Decisions\n- ${blanks} Blanks: Blanks are kept. Because they count.\n- ${tabs} Tabs: Tabs are kept. Because they count. (product manager, m7; against: bo)`;
  const fold = `\n- ${folds} Folds: Folds are kept. Because they count.`;
  expect(basisText(past.state)).toContain(others + fold);
  expect(basisText(past.state)).not.toContain("Signs are kept.");
  const tasks = [{ ...planned("t1"), approach: `It keeps folds (${folds}).`, decisions: [blanks] }];
  past.human({ type: "tasks.planned", tasks, from: "a1" });
  expect(basisText(past.state)).toContain(others);
  expect(basisText(past.state)).not.toContain("Folds are kept.");
});
