import { expect, test } from "vitest";
import { miniRehearsal } from "../../../test/support/mini-rehearsal.ts";
import { type DemoEnding, endingRows } from "./demo-ending.ts";

test("a task that was done already has no commit, and a requirement that it meets is met", () => {
  const task = { title: "Title", tests: undefined };
  const one = { accepted: [], text: "It adds", id: "r1" };
  const ending: DemoEnding = {
    summary: [
      { ...one, met: true, tasks: [{ ...task, id: "t1", commit: "0123456789ab" }] },
      { ...one, met: true, tasks: [{ ...task, id: "t2", commit: undefined }] },
      { ...one, met: false, tasks: [{ ...task, id: "t3", commit: undefined }] },
    ],
    proof: [],
    numbers: { requests: 0, decisions: 0, tasks: 0, tests: 0, commits: 0, seconds: 0 },
  };
  const layout = { width: 80, paint: (_: string, text: string) => text } as Parameters<typeof endingRows>[2];
  const rows = endingRows(ending, { folder: "f", rehearsal: miniRehearsal }, layout).join("\n");
  for (const said of ["t1 0123456\n", "t2 was done already\n", "t3 not landed\n"])
    expect(rows).toContain(said);
});
