import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { Artifact } from "../../terms/artifacts.ts";
import type { Phase } from "../../terms/phase.ts";
import { inboxOf } from "../inbox/inbox.ts";
import { storyOf } from "../story/story.ts";

const brief = { title: "T", brief: "One.", findings: [], openQuestions: [], outOfScope: [] };
const [requirement] = scope.requirements;
if (!requirement) throw new Error("the scope requires nothing");

interface Rewritten {
  readonly phase: Phase;
  readonly first: Artifact;
  readonly second: Artifact;
  readonly changes: readonly string[];
}

const rewritten: readonly Rewritten[] = [
  {
    phase: "refinement",
    first: { kind: "scope", body: scope },
    second: {
      kind: "scope",
      body: { ...scope, requirements: [{ ...requirement, accepted: ["`twice 2`\nprints 4"] }] },
    },
    changes: [
      "changed r1: added accepted when: `twice 2` prints 4",
      "changed r1: removed accepted when: a test says so",
    ],
  },
  {
    phase: "planning",
    first: { kind: "tasks", body: { tasks: [planned("t1")] } },
    second: { kind: "tasks", body: { tasks: [{ ...planned("t1"), done: ["`twice 2` prints 4"] }] } },
    changes: [
      "changed t1: added done when: `twice 2` prints 4",
      "changed t1: removed done when: a test says so",
    ],
  },
  {
    phase: "pre-code-review",
    first: { kind: "approach", body: { tasks: [{ id: "t1", approach: "A", interfaces: [] }] } },
    second: { kind: "approach", body: { tasks: [{ id: "t1", approach: "A", interfaces: ["f()"] }] } },
    changes: ["changed t1: added interface: f()"],
  },
  {
    phase: "code-review",
    first: { kind: "findings", body: { summary: "Good.", findings: [] } },
    second: { kind: "findings", body: { summary: "Slow.", findings: [] } },
    changes: ["summary: Slow."],
  },
  {
    phase: "exploration",
    first: { kind: "brief", body: brief },
    second: { kind: "brief", body: { ...brief, brief: "Two." } },
    changes: ["written anew"],
  },
];

function reaching(phase: Phase): Past {
  if (phase !== "exploration") return Past.opened({ policy: { pace: "careful" } }).reaches(phase);
  const past = Past.opened({ policy: { pace: "careful", phases: ["exploration"] } });
  past.enters("exploration");
  return past;
}

/** What the inbox and the story say of the newest version. */
function seen(past: Past, submit: () => void): { readonly asked: string; readonly told: readonly string[] } {
  const before = past.state;
  submit();
  const fact = past.facts.findLast(({ event }) => event.type === "artifact.submitted");
  if (!fact) throw new Error("nothing was submitted");
  return {
    asked: inboxOf(past.state, past.now).find(({ kind }) => kind === "accept")?.text ?? "",
    told: storyOf(fact, before, past.state).flatMap(({ rows }) => rows),
  };
}

function submits(past: Past, artifact: Artifact, version: number): string {
  return past.submits(artifact.kind, artifact.body, version);
}

function sendsBack(past: Past): void {
  const artifact = past.facts.findLast(({ event }) => event.type === "artifact.submitted");
  past.human({
    type: "artifact.settled",
    artifact: `a${artifact?.seq}`,
    verdict: "returned",
    reasons: ["No."],
  });
  past.signals();
}

test.each(rewritten)("after one was sent back, what is new in $second.kind is shown", (one) => {
  const past = reaching(one.phase);
  const first = seen(past, () => submits(past, one.first, 1));
  expect(first.asked).not.toContain("sent back");
  sendsBack(past);
  const { asked, told } = seen(past, () => submits(past, one.second, 2));
  const lines = [
    "Changed since version 1, which was sent back:",
    ...one.changes.map((change) => `- ${change}`),
  ];
  expect(asked.split("\n").slice(-lines.length)).toEqual(lines);
  expect(told.slice(-lines.length)).toEqual(lines);
  sendsBack(past);
  const same = seen(past, () => submits(past, one.second, 3));
  expect(same.asked).toContain("Nothing is different from version 2, which was sent back.");
  expect(same.told.at(-1)).toBe("Nothing is different from version 2, which was sent back.");
});

test("the question for a scope shows what each requirement is accepted by", () => {
  const past = reaching("refinement");
  const { asked, told } = seen(past, () => submits(past, { kind: "scope", body: scope }, 1));
  expect(asked).toContain("- r1: it works\n  - a test says so");
  expect(told).toEqual(["r1  it works", "    - a test says so"]);
});
