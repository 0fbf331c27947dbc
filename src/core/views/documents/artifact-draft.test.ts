import { describe, expect, test } from "vitest";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { ArtifactState } from "../../state/session.ts";
import { draftText, readDraft } from "./artifact-draft.ts";

const artifact: ArtifactState = {
  id: "a57",
  seq: 57,
  kind: "scope",
  phase: "refinement",
  visit: 1,
  version: 2,
  body: scope,
};

test("a draft that nobody touched is what it was made from, and says from which version", () => {
  expect(readDraft("scope", draftText(artifact))).toEqual({ kind: "body", body: scope, from: "a57" });
});

test("without the comment it is just the body", () => {
  expect(readDraft("scope", JSON.stringify(scope))).toEqual({ kind: "body", body: scope });
});

test("two slashes inside of a text are no comment", () => {
  const body = { ...scope, summary: "See https://example.com // there" };
  expect(readDraft("scope", draftText({ ...artifact, body }))).toMatchObject({ body });
});

describe("what is wrong is named, with its place", () => {
  const [requirement] = scope.requirements;
  test.each<[what: string, kind: "scope" | "tasks", text: string, fault: RegExp]>([
    ["nothing", "scope", "// only a comment\n", /^There is nothing in it\.$/],
    ["no JSON", "scope", "{ summary: ", /^It is not JSON: /],
    ["a field that is missing", "scope", '{"requirements":[]}', /^summary: /],
    [
      "an id that is none",
      "scope",
      JSON.stringify({ ...scope, requirements: [{ ...requirement, id: "one" }] }),
      /^requirements\[0\]\.id: a requirement id is r and a number/,
    ],
    [
      "a field that is misspelt",
      "tasks",
      JSON.stringify({ tasks: [{ ...planned("t1"), dependOn: ["t2"] }] }),
      /^tasks\[0\]\.dependOn: there is no such field$/,
    ],
  ])("%s", (_, kind, text, fault) => {
    const read = readDraft(kind, text);
    expect(read).toMatchObject({ kind: "wrong" });
    expect(read.kind === "wrong" ? read.faults.some((one) => fault.test(one)) : false).toBe(true);
  });
});
