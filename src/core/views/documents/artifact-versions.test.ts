import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import { artifactFile } from "./artifact-file.ts";
import { type ArtifactVersion, readVersions, standingOf, versionWanted } from "./artifact-versions.ts";

function versionsOf(past: Past): readonly ArtifactVersion[] {
  const reading = readVersions();
  for (const fact of past.facts) reading.add(fact);
  return reading.versions();
}

/** Sent back once, then accepted. */
function twice(): Past {
  const past = Past.opened().reaches("refinement");
  const first = past.submits("scope", scope);
  past.human({ type: "artifact.settled", artifact: first, verdict: "returned", reasons: ["smaller"] });
  past.accepts(past.submits("scope", { ...scope, summary: "Less." }, 2));
  return past;
}

test("all versions are there, each with its writer and what became of it", () => {
  expect(versionsOf(twice())).toMatchObject([
    { version: 1, by: "coach", settled: { verdict: "returned", by: "human", reasons: ["smaller"] } },
    { version: 2, by: "coach", body: { summary: "Less." }, settled: { verdict: "accepted", by: "human" } },
  ]);
});

describe("the one that is meant", () => {
  const versions = versionsOf(twice());
  const [first] = versions;

  test("is the newest, or the one with this number or id", () => {
    expect(versionWanted(versions, "scope")?.version).toBe(2);
    expect(versionWanted(versions, "scope", "1")).toBe(first);
    expect(versionWanted(versions, "scope", first?.id)).toBe(first);
    expect(versionWanted(versions, "scope", "3")).toBeUndefined();
    expect(versionWanted(versions, "tasks")).toBeUndefined();
  });

  test("a number that was given twice means the newest; the id tells them apart", () => {
    const past = twice();
    past.enters("refinement", 2);
    const again = past.submits("scope", scope, 1);
    expect(versionWanted(versionsOf(past), "scope", "1")?.id).toBe(again);
    expect(versionWanted(versionsOf(past), "scope", first?.id)?.visit).toBe(1);
  });
});

test("how it stands is said in words", () => {
  const past = Past.opened().reaches("refinement");
  const open = past.submits("scope", scope);
  const standing = () => versionsOf(past).map(standingOf)[0];
  expect(standing()).toBe("version 1, written by coach, waits for your yes");
  past.harness({ type: "artifact.settled", artifact: open, verdict: "accepted", reasons: [] });
  expect(standing()).toBe("version 1, written by coach, accepted without asking");
});

test("what nobody had settled when another version came waits for nobody any more", () => {
  const past = Past.opened().reaches("refinement");
  past.submits("scope", scope);
  past.accepts(past.submits("scope", { ...scope, summary: "Mine." }, 2));
  expect(versionsOf(past).map(standingOf)).toEqual([
    "version 1, written by coach, replaced by version 2",
    "version 2, written by coach, accepted by you",
  ]);
});

test("a scope's file is Markdown that says who wrote it and how to change it; a plan's is JSON", () => {
  const past = twice();
  past.enters("planning");
  past.submits("tasks", { tasks: [planned("t1")] });
  const [, wanted, plan] = versionsOf(past).map(artifactFile);
  expect(wanted?.name).toBe("scope.md");
  expect(wanted?.text).toMatch(
    /^# Scope\n\nversion 2, written by coach, accepted by you\.\n\n {2}Less\.\n[\s\S]*- r1: it works\n {2}- /,
  );
  expect(wanted?.text).toContain("huddle edit scope");
  expect(plan?.name).toBe("tasks.json");
  expect(JSON.parse(plan?.text ?? "")).toMatchObject({ version: 1, by: "coach", tasks: [{ id: "t1" }] });
});

test("a document in the session's folder is read from its heading to how it is changed", () => {
  const past = Past.opened().reaches("refinement");
  past.submits("scope", scope);
  const [file] = versionsOf(past).map(artifactFile);
  expect(file?.text.split("\n")).toEqual([
    "# Scope",
    "",
    "version 1, written by coach, waits for your yes.",
    "",
    "  One thing.",
    "## Requirements, and what shows that they hold",
    "- r1: it works",
    "  - a test says so",
    "",
    "<!-- Written by Huddle from the session's log and never read back. To change it: huddle edit scope -->",
    "",
  ]);
});

test("a plan's file says what became of the plan, once something did", () => {
  const past = Past.opened().reaches("planning");
  const plan = () => JSON.parse(versionsOf(past).map(artifactFile).at(-1)?.text ?? "");
  const id = past.submits("tasks", { tasks: [planned("t1")] });
  expect(plan()).toEqual({
    id,
    version: 1,
    by: "coach",
    at: expect.any(String),
    tasks: [planned("t1")],
  });
  past.accepts(id);
  expect(plan()).toMatchObject({ id, settled: { verdict: "accepted", by: "human", reasons: [] } });
});

test("only an open version of the same kind is replaced, and by the next one", () => {
  const past = twice();
  past.enters("planning");
  past.submits("tasks", { tasks: [planned("t1")] });
  past.submits("scope", scope, 3);
  past.submits("scope", scope, 4);
  past.submits("scope", scope, 5);
  expect(versionsOf(past).map(({ kind, version, replacedBy }) => [kind, version, replacedBy])).toEqual([
    ["scope", 1, undefined],
    ["scope", 2, undefined],
    ["tasks", 1, undefined],
    ["scope", 3, 4],
    ["scope", 4, 5],
    ["scope", 5, undefined],
  ]);
});

test.each<[Partial<ArtifactVersion>, string]>([
  [{ by: "human" }, "version 1, written by you, waits for your yes"],
  [{ by: "harness" }, "version 1, written by Huddle, waits for your yes"],
  [{ replacedBy: 2 }, "version 1, written by coach, replaced by version 2"],
  [{ replacedBy: 2, settled: verdict("accepted", "human") }, "version 1, written by coach, accepted by you"],
  [{ settled: verdict("returned", "human") }, "version 1, written by coach, sent back by you"],
  [{ settled: verdict("returned", "harness") }, "version 1, written by coach, sent back by Huddle"],
  [{ settled: verdict("accepted", "harness") }, "version 1, written by coach, accepted without asking"],
])("%j is told as %s", (more, words) => {
  const [first] = versionsOf(twice());
  const { settled: _, ...open } = first as ArtifactVersion; // there are two
  expect(standingOf({ ...open, ...more } as ArtifactVersion)).toBe(words);
});

function verdict(what: "accepted" | "returned", by: string): NonNullable<ArtifactVersion["settled"]> {
  return { verdict: what, by, at: "2026-01-01T00:00:00.000Z", reasons: [] };
}

test("a verdict on what nobody handed in changes nothing", () => {
  const past = twice();
  const before = versionsOf(past);
  past.accepts("a999");
  expect(versionsOf(past)).toEqual(before);
});

test("a plan's file is JSON that a person can read", () => {
  const past = Past.opened().reaches("planning");
  const id = past.submits("tasks", { tasks: [planned("t1")] });
  expect(versionsOf(past).map(artifactFile).at(-1)?.text.split("\n").slice(0, 3)).toEqual([
    "{",
    `  "id": "${id}",`,
    '  "version": 1,',
  ]);
});
