import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { renderAgain } from "../../src/app/look/debug-prompt.ts";
import { replay } from "../../src/app/look/replay.ts";
import { playRehearsal } from "../../src/app/rehearse/play-rehearsal.ts";
import { driveSession } from "../../src/app/run/drive-session.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { State } from "../../src/core/state/state.ts";
import { toArray } from "../../src/core/text/appended.ts";
import { checkLog } from "../../src/log/file/check-log.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { checkEveryPrefix } from "../support/check-every-prefix.ts";
import { noAbort } from "../support/git-place.ts";
import { runHuddle } from "../support/huddle.ts";
import { collect } from "../support/log-fixtures.ts";
import { oldData, unpackOldLog } from "../support/old-log.ts";
import { realClock } from "../support/plain.ts";
import { rememberedTests } from "../support/quick-checks.ts";
import { ScriptedModel, says } from "../support/scripted-model.ts";

describe.each(["stopped-demo", "long-talk", "small-work"])("%s, written by an older version", (name) => {
  test("is read whole and folds to what that version made of it", async () => {
    const { summary, files } = await unpackOldLog(name);
    const lines = summary.replayed.facts;
    expect(await checkLog(oldData(name, "log.jsonl"))).toEqual({
      lines,
      counted: lines,
      torn: 0,
      losing: 0,
      unknown: 0,
      invalid: [],
    });
    expect(summaryOf(files.journal.state())).toEqual(summary.state);
  });

  test("replays without a difference, and its requests are said to be rendered by another version", async () => {
    const { summary, files, project } = await unpackOldLog(name);
    expect(await replay(files, project.hash)).toEqual(summary.replayed);
    // All can still be rendered. What was sent then is not compared with what would be sent now.
    const rendered = await collect(renderAgain(files, project.hash));
    expect(rendered).toHaveLength(summary.replayed.requests);
    for (const { otherRenderer, request } of rendered)
      expect({ otherRenderer, asks: request.messages.length > 0 }).toEqual({ otherRenderer: 3, asks: true });
    const blob = (hash: string) => files.blobs.get(hash);
    const checked = await checkEveryPrefix(await collect(files.journal.read(1)), blob);
    expect(checked.requests).toBe(0);
  });
});

test("the stopped demo goes on and ends with the tree and the commits of an undisturbed one", async () => {
  const { project, files, summary, git } = await unpackOldLog("stopped-demo");
  // Written from a loaded rehearsal.
  const written = JSON.parse(await readFile(oldData("stopped-demo", "script.json"), "utf8")) as Pick<
    Rehearsal,
    "name" | "lines" | "human"
  >;
  // Feedback names failing tests and no longer quotes their lines.
  // A phase that is entered since then ends when the coach hands in its result.
  const result = written.lines.find(({ thread }) => thread.startsWith("artifact/code-review"));
  const lines = written.lines
    .filter((line) => line !== result)
    .map((line) => ({
      ...line,
      needs: line.needs.filter((text) => text !== "not ok"),
      ...(result && line.thread.startsWith("coach/code-review") && { calls: result.calls }),
    }));
  const script = { ...written, lines };
  const checks = { quick: [rememberedTests()], full: [rememberedTests()], timeoutMs: 60_000 };
  await files.journal.append(() => [
    { actor: "human", event: { type: "policy.changed", patch: { checks }, why: "quicker checks" } },
  ]);
  const model = new RehearsalModel(script, realClock, 0);
  const human = { acts: script.human, onto: "main", clock: realClock, delayMs: () => 0 };
  expect(await playRehearsal(project, files, { model, human, signal: noAbort })).toMatchObject({
    kind: "finished",
  });
  model.assertSpent();
  expect(await git("rev-parse", "main^{tree}")).toBe(summary.whole?.tree);
  // Since then a task has one commit: when it came back, the second took the place of the first.
  const replaced = ["Parse tokens into a tree", "Work out the value of a tree"];
  // And what has nothing to merge lands without a merge, which depends on what else has landed by then.
  const made = (subjects: readonly string[]) => subjects.filter((subject) => !subject.startsWith("Land "));
  const commits = (await git("log", "--format=%s", "main")).split("\n").sort();
  expect(made(commits)).toEqual(made(summary.whole?.commits ?? []).filter((one) => !replaced.includes(one)));
  expect(await git("status", "--porcelain")).toBe("");
  expect(await replay(files, project.hash)).not.toHaveProperty("difference");
});

test("the long talk goes on by a turn, in which all is heard that a person did last", async () => {
  const { project, files } = await unpackOldLog("long-talk");
  const model = new ScriptedModel(
    says.text("Two tasks are sane."),
    says.text("Then let us cut it. @ada, where?"),
    says.text("Between reading the arguments and printing."),
  );
  const driven = await driveSession(project, files, {
    lease: { mode: "run", maxTurns: 1 },
    model,
    signal: noAbort,
    linger: false,
  });
  expect(driven).toMatchObject({ kind: "reached" });
  expect(model.askedBy.map(({ thread }) => thread)).toEqual([
    "architect/planning.3/1",
    "coach/planning.3/1",
    "turn/planning.3/5",
  ]);
  const heard = JSON.stringify(model.requests[0]);
  expect(heard).toContain("Is two tasks for the command sane?");
  expect(heard).toContain("I have changed the scope by hand");
  expect(heard).toContain("The terminal knows UTF-8.");
  expect(await replay(files, project.hash)).not.toHaveProperty("difference");
});

test("the finished session stays finished, and can be shown", async () => {
  const { log, repository, env } = await unpackOldLog("small-work");
  const before = await readFile(log, "utf8");
  const huddle = (...args: readonly string[]) => runHuddle(args, { cwd: repository, env });
  expect(await huddle("show", "--all")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Say in the README what it does\.[\s\S]*shipped onto main/),
  });
  expect(JSON.parse((await huddle("status", "--json")).stdout)).toMatchObject({
    over: "shipped onto main",
    tasks: [{ id: "t1", state: "landed" }],
  });
  expect((await huddle("doctor")).stdout).toContain("88 events in 88 lines");
  expect((await huddle("run", "--session", "double-number")).code).toBe(0);
  expect(await readFile(log, "utf8")).toBe(before);
});

/** What `summary.json` holds of a state: its older twin wrote those files. */
function summaryOf(state: State): object {
  const transcript = toArray(state.transcript);
  const { steps, waits } = decide(state, "2027-01-01T00:00:00.000Z");
  return {
    head: state.head,
    phase: `${state.stage?.phase}.${state.stage?.visit}`,
    over: state.session.ending?.why ?? null,
    turns: state.turns,
    messages: transcript.length,
    characters: transcript.reduce((sum, { text }) => sum + text.length, 0),
    ledger: toArray(state.ledger).map(({ id, topic, amends }) =>
      [id, topic, ...(amends ? [amends] : [])].join(" "),
    ),
    deferred: toArray(state.deferred).map(({ topic }) => topic),
    artifacts: Object.values(state.artifacts).map(
      ({ id, kind, version, settled }) => `${kind} ${version} ${id} ${settled?.verdict}`,
    ),
    tasks: Object.values(state.tasks).map((task) => `${task.id} ${task.state} ${task.owner} ${task.attempt}`),
    spent: state.accounts.session?.spent,
    unconfirmed: state.accounts.session?.unconfirmed,
    wanted: steps.map(({ key }) => key),
    waits: waits.map(({ id }) => id),
  };
}
