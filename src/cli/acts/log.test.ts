import { expect, test } from "vitest";
import { atTheScreen } from "../../../test/support/at-the-screen.ts";
import { gitPlace } from "../../../test/support/git-place.ts";
import { planned } from "../../../test/support/plans.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { logAct } from "./log.ts";
import { newAct } from "./new.ts";

/** A session with two tasks, and a command line in the same repository. */
async function opened() {
  const place = await gitPlace();
  const at = atTheScreen(place, { terminal: false });
  await newAct(at.wire, ["Twice"], {});
  const files = await (await at.wire.openProject()).sessions.open("twice");
  await files.journal.append(() => [
    byHarness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" }),
  ]);
  const begun = at.text().length;
  return { at, files, printed: () => at.text().slice(begun) };
}

async function checked(files: SessionFiles, task: string, output: string): Promise<void> {
  const blob = await files.blobs.put(output);
  await files.journal.append(() => [
    byHarness({
      type: "checks.finished",
      task,
      commit: "c",
      why: "testing",
      passed: true,
      sandboxed: true,
      results: [{ name: "tests", command: "npm test", exit: 0, ms: 1_000, blob }],
    }),
  ]);
}

test("what was printed is shown from its end, of one task or of all", async () => {
  const { at, files, printed } = await opened();
  await logAct(at.wire, undefined, {});
  expect(printed()).toContain("No command or check has ended yet.");
  const long = Array.from({ length: 70 }, (_, line) => `line ${line + 1}`).join("\n");
  await checked(files, "t1", long);
  await checked(files, "t2", "");
  const seen = async (task: string | undefined, all = false) => {
    const before = printed().length;
    expect(await logAct(at.wire, task, { all })).toBe(0);
    return printed().slice(before);
  };
  const short = await seen("t1");
  expect(short).toMatch(/^t1 {2}check of the task: tests \(npm test\): exit 0, 1\.0 s$/m);
  expect(short).toContain("  (10 lines before; --all shows them)\n  line 11\n");
  expect(short).not.toContain("t2");
  expect(await seen("t1", true)).toContain("\n  line 1\n");
  expect(await seen(undefined)).toMatch(/t1 .*[\s\S]*t2 .*\n {2}\(it printed nothing\)/);
  await expect(logAct(at.wire, "t9", {})).rejects.toThrow("There is no task t9. There are: t1, t2.");
  const before = printed().length;
  await logAct(at.wire, "t2", { json: true });
  expect(JSON.parse(printed().slice(before))).toMatchObject({
    task: "t2",
    runs: [{ task: "t2", printed: "" }],
  });
  await files.close();
});

test("a follower sees what its task prints, as it prints it, until the task is over", async () => {
  const { at, files, printed } = await opened();
  const server = await files.serveSignals();
  const print = (task: string, text: string) =>
    server.emit({ type: "run.printed", step: `task/${task}`, task, command: "npm test", run: 1, text });
  // Before the follower comes: what runs now has printed this.
  print("t2", "not this\n");
  print("t1", "\u202eticks\n");
  const following = logAct(at.wire, "t1", { follow: true });
  await at.seen(/ticks/);
  print("t1", "tocks\n");
  await at.seen(/tocks/);
  await checked(files, "t1", "");
  await files.journal.append(() => [byHarness({ type: "session.closed", how: "abandoned", why: "enough" })]);
  expect(await following).toBe(0);
  expect(printed()).toMatch(/^t1 {2}\$ npm test\n {2}ticks\n {2}tocks\n/m);
  expect(printed()).toMatch(/^t1 {2}check of the task: tests \(npm test\): exit 0/m);
  expect(printed()).not.toContain("not this");
  expect(printed().match(/ticks/g)).toHaveLength(1);
  const before = printed().length;
  expect(await logAct(at.wire, "t1", { follow: true })).toBe(0);
  expect(printed().slice(before)).toMatch(/^This session is over: .*huddle log t1 shows what was\.$/m);
  expect(printed().slice(before)).not.toContain("Waiting");
  await server.close();
  await files.close();
});
