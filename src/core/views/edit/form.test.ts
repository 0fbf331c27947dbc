import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyBody, anyScope } from "../../../../test/support/any-body.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { ArtifactState } from "../../state/session.ts";
import { type Artifact, artifactSchema } from "../../terms/artifacts.ts";
import { type ArtifactKind, artifactKinds } from "../../terms/phase.ts";
import { editableText, readEdit } from "./artifact-edit.ts";

function state(artifact: Artifact): ArtifactState {
  const place = { id: "a57", seq: 57, phase: "refinement", visit: 1, version: 2 } as const;
  return { ...place, ...artifact };
}

describe("what is written comes back the same, whatever stands in it", () => {
  test.each(artifactKinds.map((kind) => [kind]))("%s", (kind) => {
    const artifacts = anyBody[kind]
      .map((body) => artifactSchema.safeParse({ kind, body }))
      .filter((parsed) => parsed.success);
    fc.assert(
      fc.property(artifacts, ({ data }) => {
        expect(readEdit(kind, editableText(state(data)))).toEqual({
          kind: "read",
          artifact: data,
          from: "a57",
        });
      }),
      { numRuns: 300 },
    );
  });

  test("also after an editor that ends lines as Windows does, strips them and adds a last one", () => {
    fc.assert(
      fc.property(anyScope, (body) => {
        const text = editableText(state({ kind: "scope", body }));
        const saved = `${text
          .split("\n")
          .map((one) => one.trimEnd())
          .join("\r\n")}\r\n\r\n`;
        expect(readEdit("scope", saved)).toMatchObject({ artifact: { body } });
      }),
    );
  });
});

const plan: Artifact = {
  kind: "tasks",
  body: {
    tasks: [
      { ...planned("t1"), files: ["a.js", "b, c.js"], checks: ["a test"] },
      { ...planned("t2", "t1"), approach: "First:\n- read\n- then write", avoid: ["a second parser"] },
    ],
  },
};

test("a plan as a person reads it", () => {
  expect(editableText(state(plan))).toBe(`<!-- tasks a57: the plan, version 2.
     Save and close: it is handed in as yours, and accepted. Unchanged: nothing happens.
     Each task: meets, after, approach, not, "done when", "shown by", decisions, files. -->

# Tasks

## t1: Build t1
- meets: r1
- after:
- approach: the plain way
- done when: a test says so
- shown by: a test
- files: a.js, b\\u{2c} c.js

## t2: Build t2
- meets: r1
- after: t1
- approach: First:
  - read
  - then write
- not: a second parser
- done when: a test says so
- files:
`);
});

const written = editableText(state({ kind: "scope", body: scope }));

test("a person adds points, comments and blank lines as in any Markdown", () => {
  const edited = written
    .replace(
      "- r1: it works",
      "<!-- mine\n and more -->\n* r1: it works\nand goes on\n\n  with a second paragraph",
    )
    .replace(
      "## Assumptions",
      "- r2: fast\n   - below a second\n\n     on this machine\n\n## Assumptions\n\n- one\n\n- two\n",
    );
  expect(readEdit("scope", edited)).toMatchObject({
    artifact: {
      body: {
        requirements: [
          { id: "r1", text: "it works\nand goes on\n\nwith a second paragraph" },
          { id: "r2", text: "fast", accepted: ["below a second\n\n on this machine"] },
        ],
        assumptions: ["one", "two"],
      },
    },
  });
});

describe("what cannot be read is said with its line and the reason", () => {
  const form = (kind: ArtifactKind, text: string): readonly string[] => {
    const read = readEdit(kind, text);
    return read.kind === "wrong" ? read.faults : [];
  };
  const tasksText = editableText(state(plan));
  test.each<[what: string, kind: ArtifactKind, text: string, fault: string]>([
    ["nothing", "scope", "<!-- only a comment -->\n", "There is nothing in it."],
    [
      "words before the first heading",
      "scope",
      "hello\n# Scope\nx",
      "line 1: this stands before the first heading",
    ],
    [
      "a comment without an end",
      "scope",
      written.replace(" -->", ""),
      "line 1: this comment has no end; it ends with -->",
    ],
    [
      "a part that there is not",
      "scope",
      written.replace("## Assumptions", "## Asumptions"),
      'line 13: there is no part "Asumptions" here. There are: Scope, Requirements, Assumptions, Open questions, Out of scope',
    ],
    [
      "a part that stands there twice",
      "scope",
      `${written}\n## Assumptions\n- x`,
      "line 19: Assumptions stands here a second time",
    ],
    [
      "a requirement without an id",
      "scope",
      written.replace("- r1: it", "- it"),
      'line 10: a requirement begins with its id: "- r1: …"',
    ],
    [
      "an id that is none",
      "scope",
      written.replace("r1:", "one:"),
      "line 10, id: a requirement id is r and a number, such as r1",
    ],
    [
      "nothing that shows it",
      "scope",
      written.replace("  - a test says so\n", ""),
      "line 10, what shows that it holds: needs at least 1 entry",
    ],
    ["no summary", "scope", written.replace("One thing.", ""), "line 5, summary: must not be empty"],
    [
      "a text that is too long",
      "scope",
      written.replace("a test says so", "x".repeat(601)),
      "line 11, what shows that it holds: has 601 characters; at most 600 fit",
    ],
    [
      "words that belong to nothing",
      "scope",
      written.replace("## Assumptions", "## Assumptions\nwe hope"),
      'line 14: this belongs to no point; begin its line with "- ", or indent it',
    ],
    [
      "a heading that is too deep",
      "scope",
      written.replace("## Assumptions", "### Assumptions"),
      'line 13: there is no part "### Assumptions" here',
    ],
    [
      "a task without an id",
      "tasks",
      tasksText.replace("## t1: Build t1", "## Build t1"),
      'line 7: a task begins with its id and title: "## t1: …"',
    ],
    [
      "a label that there is not",
      "tasks",
      tasksText.replace("- approach: the plain way", "- aproach: the plain way"),
      "line 10: a point begins with one of these and a colon: meets, after, approach, not, done when, shown by, decisions, files",
    ],
    [
      "a label that stands there twice",
      "tasks",
      tasksText.replace("- meets: r1", "- approach: x"),
      'line 10: "approach" stands here a second time',
    ],
    [
      "an approach that is missing",
      "tasks",
      tasksText.replace("- approach: the plain way\n", ""),
      "line 7, approach: is missing; it must be a text",
    ],
    [
      "a name that is none",
      "tasks",
      tasksText.replace("- after: t1", "- after: t1, the first"),
      "line 17, after: a task id is t and a number, such as t1",
    ],
    [
      "words above the tasks",
      "tasks",
      tasksText.replace("# Tasks\n", "# Tasks\nplease\n"),
      "line 5: between this heading and the first task nothing is expected",
    ],
    [
      "a finding without its weight",
      "findings",
      "# Review\nfine\n## Findings\n- t1: wrong",
      'line 4: a finding begins with its task and its weight: "- t1, blocking: …", or minor',
    ],
    [
      "a weight that is none",
      "findings",
      "# Review\nfine\n## Findings\n- t1, bad: wrong",
      'line 4, severity: must be "blocking" or "minor", not "bad"',
    ],
    [
      "a line that is no number",
      "findings",
      "# Review\nfine\n## Findings\n- t1, minor: x\n  - line: ten",
      "line 5, line: must be a number, not a text",
    ],
  ])("%s", (_, kind, text, fault) => {
    expect(form(kind, text)).toEqual([fault]);
  });
});
