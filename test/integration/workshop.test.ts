import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { gapsOf } from "../../src/core/views/trace/gaps.ts";
import { openPastFacts } from "../../src/core/views/trace/past-facts.ts";
import { traceOf } from "../../src/core/views/trace/trace.ts";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import { emptyPlace } from "../support/git-place.ts";
import { realClock } from "../support/plain.ts";
import { withRememberedTests } from "../support/quick-checks.ts";
import { Theatre } from "../support/theatre.ts";

const folder = join(import.meta.dirname, "../../rehearsals/workshop");

test("the workshop meets every kind of trouble, and ships what is green", async () => {
  const rehearsal = withRememberedTests(await loadRehearsal(folder));
  const theatre = new Theatre(join(await emptyPlace(), "stage"), rehearsal);
  await theatre.open();
  const model = new RehearsalModel(rehearsal, realClock, 0);

  expect(await theatre.play(undefined, model)).toMatchObject({ kind: "finished" });
  model.assertSpent();
  await theatre.check();
  const facts = await theatre.facts();
  expect(waysOf(facts)).toEqual({
    t1: "dispatched ready done failed done passed approved prepared landed",
    t2: "dispatched ready asked answered done passed approved prepared landed",
    t3: "dispatched ready blocked requeued dispatched ready done passed approved prepared landed",
    t4: "dispatched ready asked answered done passed changes done passed approved conflict ready done passed approved prepared landed",
    t5: "dispatched ready done passed approved prepared landed",
    t6: "dispatched ready satisfied satisfied",
    t7: "dispatched ready limit redirected done passed changes done passed approved prepared landed",
  });
  expect(facts.filter(({ event }) => event.type === "question.passed")).toHaveLength(1);
  const past = openPastFacts();
  for (const fact of facts) past.add(fact);
  expect(gapsOf(traceOf(facts.reduce(fold, emptyState), past.all()))).toEqual([]);
  const checks = rehearsal.policy.checks.full.map(({ run }) => ({
    run,
    exit: 0,
    stdout: undefined,
    stderr: "",
  }));
  for (const { run, exit, stdout, stderr } of [...rehearsal.proof, ...checks]) {
    const ran = spawnSync("sh", ["-c", run], { cwd: theatre.repository, encoding: "utf8" });
    expect(ran.status, ran.stderr).toBe(exit);
    if (stdout !== undefined) expect(ran.stdout.trimEnd()).toBe(stdout);
    expect(ran.stderr).toContain(stderr ?? "");
  }
  const said = execFileSync("git", ["status", "--porcelain"], { cwd: theatre.repository, encoding: "utf8" });
  expect(said).toBe("");
}, 120_000);

/** The triggers of each task, in order. */
function waysOf(facts: readonly Fact[]): Readonly<Record<string, string>> {
  const ways: Record<string, string> = {};
  for (const { event } of facts)
    if (event.type === "task.moved")
      ways[event.task] = `${ways[event.task] ?? ""} ${event.trigger}`.trimStart();
  return ways;
}
