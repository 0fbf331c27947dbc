import { describe, expect, test } from "vitest";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { ArtifactState } from "../../state/session.ts";
import { editableJson, readEdit } from "./artifact-edit.ts";

const artifact: ArtifactState = {
  id: "a57",
  seq: 57,
  kind: "scope",
  phase: "refinement",
  visit: 1,
  version: 2,
  body: scope,
};

describe("as JSON", () => {
  test("the body alone will do", () => {
    expect(readEdit("scope", JSON.stringify(scope))).toEqual({
      kind: "read",
      artifact: { kind: "scope", body: scope },
    });
  });

  test("it comes back the same, and says from which version", () => {
    const body = { ...scope, summary: "See https://example.com // there" };
    expect(readEdit("scope", editableJson({ ...artifact, body }))).toEqual({
      kind: "read",
      artifact: { kind: "scope", body },
      from: "a57",
    });
  });

  const [requirement] = scope.requirements;
  test.each<[what: string, kind: "scope" | "tasks", text: string, fault: RegExp]>([
    ["nothing", "scope", "<!-- only a comment -->\n", /^There is nothing in it\.$/],
    ["no JSON", "scope", "{ summary: ", /^It is not JSON: /],
    ["a field that is missing", "scope", '{"requirements":[]}', /^summary: is missing; it must be a text$/],
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
    const read = readEdit(kind, text);
    expect(read).toMatchObject({ kind: "wrong" });
    expect(read.kind === "wrong" ? read.faults.some((one) => fault.test(one)) : false).toBe(true);
  });
});

describe("faults in JSON", () => {
  /** All faults of an edited scope. */
  function faultsOf(body: unknown): readonly string[] {
    const read = readEdit("scope", JSON.stringify(body));
    return read.kind === "wrong" ? read.faults : [];
  }

  test("every field that there is not is named with its place, however deep", () => {
    const requirements = [{ ...scope.requirements[0], who: 1 }, scope.requirements[0]];
    expect(faultsOf({ ...scope, sumary: "x", requirements, more: { a: 1 } })).toEqual([
      "requirements[0].who: there is no such field",
      "sumary: there is no such field",
      "more: there is no such field",
    ]);
  });

  test("faults of the form name their place below the document, or all of it", () => {
    expect(faultsOf([])).toEqual([expect.stringMatching(/^all of it: must be /)]);
    expect(faultsOf({ ...scope, summary: 7 })).toEqual([expect.stringMatching(/^summary: must be /)]);
    const requirements = [scope.requirements[0], { ...scope.requirements[0], accepted: ["x", 7] }];
    expect(faultsOf({ ...scope, requirements })).toEqual([
      expect.stringMatching(/^requirements\[1\]\.accepted\[1\]: must be /),
    ]);
  });
});
