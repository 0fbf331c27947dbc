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
