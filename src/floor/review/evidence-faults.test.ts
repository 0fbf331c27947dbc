import { describe, expect, test } from "vitest";
import { MemoryBlobs } from "../../../test/support/memory-blobs.ts";
import { memoryFiles } from "../../../test/support/memory-files.ts";
import type { Task } from "../../core/state/task.ts";
import { evidenceFaults, type Witness } from "./evidence-faults.ts";

async function witness(): Promise<Witness> {
  const files = new Map<string, string>();
  files.set("src/a.js", "one\ntwo\n");
  files.set("src/b.test.js", 'test("it adds (two) numbers", () => {});\n');
  const blobs = new MemoryBlobs();
  const blob = await blobs.put("ok 1 - prints the\n   sum\nnot ok 2 - divides\n");
  const green = { name: "unit", command: "npm test", exit: 0, ms: 1, blob };
  const red = { ...green, name: "lint", exit: 1, failing: [{ test: "divides" }] };
  const checks: Task["evidence"] = { seq: 57, results: [green, red] };
  return { files: memoryFiles(files), blobs, checks, ran: ["node cli.js 2 + 2"] };
}

describe("evidence", () => {
  test.each([
    "src/a.js:2",
    "src/a.js:1-2 holds it",
    "check unit",
    "check Unit passes",
    "test prints the sum",
    "test suite > it adds (two) numbers",
    "ran node cli.js 2 + 2",
    "ran node cli.js 2 + 2 prints 4",
    "gone src/old.js",
  ])("of this commit: %s", async (text) => {
    expect(await evidenceFaults([text], await witness())).toEqual([]);
  });

  test.each([
    ["src/a.js:3", "src/a.js has only 2 lines"],
    ["src/no.js:1", "this commit has no file src/no.js"],
    ["src/a.js:0", "src/a.js has only 2 lines"],
    ["check e2e", "no such check ran on this commit; these did: unit, lint"],
    ["check lint", "this check is red on this commit, so it shows nothing"],
    ["check #57", "not all of these checks are green"],
    ["check 12", "no such check"],
    ["test divides", "this test fails on this commit"],
    ["test it multiplies", "no test of this name"],
    ["test a", "too short"],
    ["ran node cli.js 3", "you have not run this here"],
    ["gone src/a.js", "this commit still has it"],
  ])("not of this commit: %s", async (text, why) => {
    const [fault, ...more] = await evidenceFaults([text], await witness());
    expect(fault).toContain(`${JSON.stringify(text)}: `);
    expect(fault).toContain(why);
    expect(more).toEqual([]);
  });

  test("a commit without checks has none to cite", async () => {
    const bare = { ...(await witness()), checks: undefined };
    expect(await evidenceFaults(["check unit"], bare)).toEqual(['"check unit": no check ran on this commit']);
  });
});
