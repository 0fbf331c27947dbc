import { describe, expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import type { Flag } from "../../core/facts/check-result-schema.ts";
import { land } from "./land.ts";
import { prepareMerge } from "./prepare-merge.ts";
import { setUp } from "./set-up.ts";
import { testTask } from "./test-task.ts";

const results = [{ name: "tests", command: "test", exit: 0, ms: 1, blob: "b" }];
const key: Flag = {
  id: "1",
  kind: "secret",
  path: "a.txt",
  line: 1,
  tier: "person",
  text: "a.txt looks like a key",
};

const approve = async (stage: FloorStage, id: string, flags: readonly Flag[] = []) => {
  await stage.moves(id, "dispatched");
  await stage.performs("setup", id, setUp);
  stage.writes(id, { "a.txt": id, "b.txt": id });
  await stage.moves(id, "done");
  await stage.performs("testing", id, testTask);
  const commit = stage.task(id).commit ?? "";
  const found = { type: "checks.finished", task: id, commit, why: "testing", passed: true, results } as const;
  await stage.adds({ ...found, results, sandboxed: false, flags: [...flags] });
  await stage.moves(id, "approved");
};

const prepare = (stage: FloorStage) => stage.performs("prepare", "t1", prepareMerge);
const last = (stage: FloorStage) => stage.events("task.moved").at(-1);
const isWanted = (stage: FloorStage) => stage.context("prepare", "t1") !== undefined;

const answers = async (stage: FloorStage, verdict: "granted" | "refused" | "expired", reason?: string) => {
  const [approval] = Object.values(stage.log.state.approvals).filter((one) => !one.resolved);
  if (!approval) throw new Error("nothing is asked");
  const given = { type: "approval.resolved", approval: approval.id, hash: approval.hash, verdict } as const;
  await stage.adds({ ...given, ...(reason !== undefined && { reason }) });
  return approval;
};

describe("before it stands in the queue", () => {
  test("what can land is let through, and nothing is changed", async () => {
    const stage = await FloorStage.open([planned("t1")], { commands: "free" });
    await approve(stage, "t1");
    const refs = [...stage.world.refs];
    await prepare(stage);
    expect(last(stage)).toMatchObject({ from: "PREPARE_MERGE", trigger: "prepared", to: "AWAIT_MERGE" });
    expect([...stage.world.refs]).toEqual(refs);
  });

  test("what conflicts goes back with both sides", async () => {
    const stage = await FloorStage.open();
    await approve(stage, "t1");
    await approve(stage, "t2");
    await stage.moves("t2", "prepared");
    await stage.performs("land", "t2", land);
    await prepare(stage);
    expect(stage.events("conflict.found")).toMatchObject([{ task: "t1", files: ["a.txt", "b.txt"] }]);
    expect(last(stage)).toMatchObject({ task: "t1", trigger: "conflict", to: "SETUP" });
  });

  test("a commit that is gone is lost", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1");
    stage.world.commits.delete(stage.task("t1").commit ?? "");
    await prepare(stage);
    expect(last(stage)).toMatchObject({ task: "t1", trigger: "lost" });
  });
});

describe("a flag that a person has to judge", () => {
  const flagged = async (...flags: Flag[]) => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1", flags);
    await prepare(stage);
    return stage;
  };

  test("waits for their yes, which is for this commit, and then it can land", async () => {
    const stage = await flagged(key);
    expect(last(stage)?.trigger).toBe("approved");
    expect(isWanted(stage)).toBe(false);
    const approval = await answers(stage, "granted");
    expect(approval).toMatchObject({ action: "land", task: "t1", paths: ["a.txt"], why: key.text });
    expect(isWanted(stage)).toBe(true);
    await prepare(stage);
    expect(last(stage)?.trigger).toBe("prepared");
  });

  test.each([
    ["refused", "Take another package.", "The product manager says no: Take another package."],
    ["expired", undefined, "nobody was there in time"],
  ] as const)("%s: goes back to its author, in words they can act on", async (verdict, reason, words) => {
    const stage = await flagged(key);
    await answers(stage, verdict, reason);
    await prepare(stage);
    expect(last(stage)).toMatchObject({ trigger: "refused", to: "CODING" });
    expect(last(stage)?.feedback).toContain(words);
    expect(last(stage)?.feedback).toContain(`- ${key.text}`);
  });

  test("does not wait if it is only a note, or a path that needed a yes before it was committed", async () => {
    const note: Flag = { ...key, tier: "note" };
    const ci: Flag = { ...key, kind: "ci", path: ".github/workflows/ci.yml" };
    expect(last(await flagged(note, ci))?.trigger).toBe("prepared");
    expect(last(await flagged(note, ci, key))?.trigger).toBe("approved");
  });
});
