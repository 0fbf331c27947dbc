import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, policy, scope, team } from "../../../test/support/plans.ts";
import { eventTypes } from "../facts/event-types.ts";
import type { TeamEvent } from "../facts/events.ts";
import { emptyState } from "../state/state.ts";
import { threadNamed } from "../state/threads.ts";
import { toArray } from "../text/appended.ts";
import { fold } from "./fold.ts";

/** One of each, about things that nobody has ever heard of. */
const strangers: readonly TeamEvent[] = [
  { type: "session.closed", how: "abandoned", why: "" },
  { type: "session.reopened" },
  { type: "session.promoted", into: "s" },
  { type: "phase.requested", phase: "refinement", why: "" },
  { type: "phase.skipped", why: "" },
  { type: "phase.extended", turns: 2, why: "" },
  { type: "work.sized", size: "task", tasks: 1, why: "" },
  { type: "size.settled", how: "talk" },
  {
    type: "decision.amended",
    topic: "t",
    decision: "d",
    reason: "r",
    proposed: "x",
    agreed: [],
    dissents: [],
    amends: "d9",
  },
  { type: "point.deferred", topic: "t", why: "" },
  { type: "volunteers.called" },
  { type: "task.volunteered", task: "t9", seat: "s", why: "" },
  { type: "ship.requested", onto: "b", how: "branch" },
  { type: "session.shipped", onto: "b", how: "branch", was: null, commit: "c", effect: "e9" },
  { type: "undo.requested", shipped: 99 },
  { type: "ship.undone", shipped: 99, onto: "b", how: "branch", restored: null },
  { type: "sync.requested", branch: "b" },
  { type: "session.synced", branch: "b", at: "c", how: "merged", commit: "c" },
  { type: "runner.started", host: "h", pid: 1, startedAt: "t", mode: "run" },
  { type: "runner.stopped", why: "" },
  { type: "step.failed", step: "x", error: "e" },
  { type: "step.retried", step: "x" },
  { type: "policy.changed", patch: {}, why: "" },
  { type: "trust.given", hash: "h", runs: ["true"] },
  { type: "seats.changed", seats: [], why: "" },
  { type: "phase.entered", phase: "planning", visit: 2, kickoff: "", charter: "c" },
  { type: "phase.signalled", summary: "" },
  { type: "turn.started", thread: "x", seat: "s", round: 1, kind: "engineer" },
  { type: "turn.ended", thread: "y", how: "said" },
  { type: "message.posted", text: "" },
  { type: "decision.recorded", topic: "", decision: "", reason: "", proposed: "", agreed: [], dissents: [] },
  { type: "question.asked", text: "", options: [], thread: "x", loop: "l9", call: "c9_1" },
  { type: "question.passed", question: "q9", to: "human", why: "" },
  { type: "question.answered", question: "q9", text: "" },
  { type: "artifact.submitted", kind: "scope", phase: "refinement", visit: 1, version: 1, body: scope },
  { type: "artifact.settled", artifact: "a9", verdict: "returned", reasons: [] },
  { type: "thread.opened", name: "z", seat: "s", purpose: "coding", task: "t9", charter: "c" },
  { type: "loop.opened", thread: "y", terminal: "done", asks: 1 },
  { type: "model.asked", loop: "l9", ask: 1, attempt: 1, model: "m", renderer: 1, hash: "h", bytes: 1 },
  {
    type: "model.replied",
    asked: 1,
    loop: "l9",
    ask: 1,
    text: "",
    calls: [],
    finish: "stop",
    usage: { input: 1, output: 1 },
  },
  { type: "model.failed", asked: 1, loop: "l9", ask: 1, failure: "overload", text: "" },
  { type: "budget.granted", scope: "task", id: "t9", micros: 1, why: "" },
  { type: "tool.called", loop: "l9", call: "c9_1", tool: "t", changes: [] },
  { type: "tool.settled", loop: "l9", call: "c9_1", failed: true, text: "" },
  { type: "loop.nudged", loop: "l9", why: "cut", text: "" },
  { type: "loop.paused", loop: "l9", call: "c9_1", on: "question" },
  { type: "loop.paused", loop: "l9", on: "provider", scope: "acme", until: "2030-01-01T00:00:00.000Z" },
  { type: "provider.retried", scope: "acme" },
  {
    type: "approval.requested",
    action: "write",
    seat: "ada",
    task: "t9",
    loop: "l9",
    call: "c9_1",
    shown: "b",
    hash: "h",
    risk: "low",
    why: "",
  },
  { type: "approval.resolved", approval: "y9", hash: "h", verdict: "granted" },
  { type: "loop.closed", loop: "l9", outcome: "done" },
  { type: "tasks.planned", tasks: [], from: "a9" },
  { type: "task.assigned", task: "t9", seat: "s", why: "" },
  { type: "cancel.requested", task: "t9" },
  { type: "comment.requested", task: "t9", feedback: "" },
  { type: "hold.requested", task: "t9" },
  { type: "comment.requested", task: "t9", feedback: "f" },
  { type: "split.requested", task: "t9", words: "" },
  { type: "split.proposed", task: "t9", parts: [], why: "w" },
  { type: "split.settled", task: "t9", how: "whole", words: "" },
  { type: "task.hurried", task: "t9" },
  { type: "task.amended", task: "t9", patch: { approach: "x" }, why: "w", by: "architect" },
  { type: "todos.changed", task: "t9", todos: [{ text: "x", done: false }] },
  { type: "task.moved", task: "t9", from: "SETUP", to: "CODING", trigger: "ready", attempt: 1, why: "" },
  { type: "review.given", task: "t9", seat: "s", commit: "c", verdict: "approved", feedback: "" },
  { type: "effect.started", kind: "land", input: {} },
  { type: "effect.settled", effect: "e9", failed: false, text: "" },
  {
    type: "checks.finished",
    task: "t9",
    commit: "c",
    why: "testing",
    passed: true,
    results: [],
    sandboxed: false,
  },
  { type: "revert.requested", task: "t9" },
  { type: "revert.settled", task: "t9", how: "conflict", was: "w", files: [] },
  { type: "task.landed", task: "t9", was: "w", commit: "c", checks: 1 },
  { type: "layer.settled", layer: 1, upTo: 9, how: "looked" },
  { type: "baseline.settled", baseline: 9, how: "accepted", without: [] },
  { type: "branch.taken", was: "nowhere", commit: "elsewhere" },
  { type: "conflict.found", task: "t9", against: "c", files: [] },
];

describe("folding is total", () => {
  test("every type there is, about things nobody has heard of, at any moment", () => {
    expect(new Set([...strangers.map(({ type }) => type), "session.opened"])).toEqual(eventTypes);
    const moments = [emptyState, Past.opened().state, Past.opened().reaches("implementation").state];
    for (const moment of moments)
      for (const event of strangers)
        expect(
          fold(moment, { seq: 99, prev: "", at: "t", v: 1, actor: "harness", step: "s", event }).head,
        ).toBe(99);
  });

  test("a type nobody knows only moves the head", () => {
    const { state } = Past.opened();
    const event = { type: "unknown", was: "lunch.eaten" } as const;
    expect(fold(state, { seq: 2, prev: "", at: "t", v: 7, actor: "ada", event })).toEqual({
      ...state,
      head: 2,
      headAt: "t",
    });
  });
});

describe("the session and its runner", () => {
  test("opening sets what holds, and where the work starts from", () => {
    const { state } = Past.opened();
    expect(state).toMatchObject({
      head: 1,
      integration: "base",
      session: { opened: 1, title: "Twice", seats: team, policy, repo: { base: "base", branch: "trunk" } },
    });
  });

  test("a change of policy leaves alone what it does not name", () => {
    const past = Past.opened();
    past.human({ type: "policy.changed", patch: { pace: "auto", turns: undefined }, why: "--auto" });
    expect(past.state.session.policy).toEqual({ ...policy, pace: "auto" });
  });

  test("a runner's start is its fence, and its limit counts from the turns there were", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    const { seq } = past.runs({ maxTurns: 2, until: "planning" });
    expect(past.state).toMatchObject({
      fence: seq,
      runner: { seq, pid: 1, turnLimit: 3, until: "planning" },
    });
    past.harness({ type: "runner.stopped", why: "done" });
    expect(past.state.runner).toMatchObject({ seq, stopped: "done" });
    past.runs();
    expect(past.state.runner).not.toHaveProperty("stopped");
    expect(past.state.runner).not.toHaveProperty("turnLimit");
  });

  test("shipping and closing", () => {
    const past = Past.opened();
    const { seq } = past.human({ type: "ship.requested", onto: "trunk", how: "branch" });
    expect(past.state.session.shipping).toEqual({ seq, onto: "trunk", how: "branch" });
    past.harness({
      type: "session.shipped",
      onto: "trunk",
      how: "branch",
      was: null,
      commit: "c",
      effect: "e",
    });
    expect(past.state.session.shipping).toBeUndefined();
    expect(past.state.session.shipped).toEqual({
      seq: 3,
      onto: "trunk",
      how: "branch",
      was: null,
      made: true,
      commit: "c",
    });
    past.harness({ type: "session.closed", how: "finished", why: "shipped" });
    expect(past.state.session.ending).toEqual({ seq: 4, how: "finished", why: "shipped" });
  });
});

describe("failures of a step", () => {
  test("count up, rest or are stuck, begin anew after a person, and end with the step", () => {
    const past = Past.opened();
    past.enters("refinement");
    const key = "turn/refinement.1/1";
    past.fails(key, 1_000);
    expect(past.state.failures[key]).toMatchObject({
      kind: "backing-off",
      count: 1,
      seq: 3,
      error: "it broke",
    });
    past.fails(key, 1_000);
    past.fails(key);
    expect(past.state.failures[key]).toEqual({ kind: "stuck", count: 3, seq: 5, error: "it broke" });
    past.human({ type: "step.retried", step: key });
    expect(past.state.failures[key]).toMatchObject({ kind: "retried", count: 0 });
    past.fails(key, 1_000);
    expect(past.state.failures[key]).toMatchObject({ kind: "backing-off", count: 1 });
    past.turn(key, "ada");
    expect(past.state.failures).toEqual({});
  });

  test("of one step outlive the end of another", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    past.moves("t2", "dispatched");
    past.fails(past.wanted()[1] ?? "");
    past.moves("t1", "dispatched");
    expect(Object.keys(past.state.failures)).toEqual([`task/t2/1/SETUP@${past.state.tasks.t2?.movedAt}`]);
  });
});

describe("a phase", () => {
  test("starts from nothing but what was decided before it", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    past.enters("planning");
    expect(past.state.stage).toMatchObject({
      phase: "planning",
      visit: 1,
      turns: 0,
      coached: 0,
      versions: 0,
      limit: 6,
    });
    expect(past.state.turns).toBe(1);
  });

  test("ends what a person cut short: no thread, effect or failure of an earlier phase stays in memory", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turnStarts("turn/refinement.1/1", "ada");
    past.fails("turn/refinement.1/1");
    past.signals("human");
    past.accepts(past.submits("scope", scope));
    expect(past.state.threads.map((thread) => thread.name)).toEqual(["turn/refinement.1/1"]);
    past.enters("planning");
    expect(past.state).toMatchObject({ threads: [], failures: {}, effects: {} });
  });

  test("begins with the words that came too late for the last request of the one before", () => {
    const past = Past.opened();
    past.says("human", "before anything began");
    past.enters("refinement");
    expect(past.state.stage?.from).toBe(0);
    past.turn("turn/refinement.1/1", "ada");
    const loop = past.turnStarts("artifact/refinement.1/1", "coach", "artifact");
    past.asks(loop);
    past.says("human", "while the scope was written");
    past.enters("planning");
    const heard = toArray(past.state.transcript, past.state.stage?.from).map((entry) => entry.text);
    expect(heard).toEqual(["while the scope was written"]);
  });
});

describe("turns", () => {
  test("an engineer's counts, the coach's counts a round, the writer's counts neither", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    past.turn("turn/refinement.1/2", "bo");
    past.turn("coach/refinement.1/1", "coach");
    past.submits("scope", scope);
    expect(past.state.stage).toMatchObject({ turns: 2, coached: 1, versions: 1 });
    expect(past.state.turns).toBe(2);
    expect(past.state.threads).toEqual([]);
  });

  test("a thread remembers how many turns were left when it began", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    past.turnStarts("turn/refinement.1/2", "bo");
    expect(threadNamed(past.state, "turn/refinement.1/2")).toMatchObject({
      left: 5,
      from: 1,
      seat: "bo",
      purpose: "turn",
    });
  });

  test("10.41: a thread says who waits for its member and who passed only where somebody did", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turnStarts("turn/refinement.1/1", "ada");
    const plain = threadNamed(past.state, "turn/refinement.1/1");
    expect(Object.keys(plain ?? {})).not.toContain("mentions");
    past.turnEnds("turn/refinement.1/1");
    past.turnStarts("coach/refinement.1/1", "coach", "coach");
    const coach = threadNamed(past.state, "coach/refinement.1/1");
    expect(Object.keys(coach ?? {}).filter((key) => /mentions|passes|stalled/.test(key))).toEqual([]);
    past.turnEnds("coach/refinement.1/1");
    past.says("ada", "@bo what do you say?");
    past.passes("turn/refinement.1/2", "ada");
    past.turnStarts("turn/refinement.1/3", "bo");
    expect(threadNamed(past.state, "turn/refinement.1/3")?.mentions).toMatchObject([{ from: "ada" }]);
    past.turnStarts("coach/refinement.1/2", "coach", "coach");
    expect(threadNamed(past.state, "coach/refinement.1/2")?.passes).toMatchObject([{ seat: "ada" }]);
  });
});

describe("a question", () => {
  function asked(): Past {
    const past = Past.opened();
    past.enters("refinement");
    const thread = "coach/refinement.1/1";
    const loop = past.turnStarts(thread, "coach", "coach");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "ask_pm", input: { question: "Big?" } });
    past.add("coach", {
      type: "question.asked",
      text: "Big?",
      options: ["yes", "no"],
      thread,
      loop,
      call: `c${seq}_1`,
    });
    past.harness({ type: "loop.paused", loop, call: `c${seq}_1`, on: "question" });
    return past;
  }

  test("is open until it is answered; the answer is the result of its call, and stands for all to read", () => {
    const past = asked();
    const [question] = Object.values(past.state.questions);
    expect(question).toMatchObject({ from: "coach", text: "Big?", options: ["yes", "no"] });
    past.human({ type: "question.answered", question: question?.id ?? "", text: "no", option: 2 });
    expect(past.state.questions).toEqual({});
    const [loop] = threadNamed(past.state, "coach/refinement.1/1")?.loops ?? [];
    expect(loop?.paused).toBeUndefined();
    expect(toArray(loop?.asks ?? { backing: [], length: 0 })[0]?.reply?.calls[0]).toMatchObject({
      status: "settled",
      result: { failed: false, text: "The product manager answers: no" },
    });
    expect(toArray(past.state.transcript)).toMatchObject([
      { actor: "human", text: "coach asked: Big? (yes / no)\nAnswer: no", answers: loop?.id },
    ]);
  });

  test.each<[answer: string, isBack: boolean]>([
    ["what do you mean by path?", true],
    ["Which one? ", true],
    ['You mean "all"?"', true],
    ["(why?)", true],
    ["哪一个？", true],
    ["no", false],
    ["Is it slow? Then no.", false],
    ["a?b", false],
  ])("the answer %j may be a question to who asked: %j", (text, isBack) => {
    const past = asked();
    const [question] = Object.keys(past.state.questions);
    past.human({ type: "question.answered", question: question ?? "", text });
    const [loop] = threadNamed(past.state, "coach/refinement.1/1")?.loops ?? [];
    const [call] = (loop && toArray(loop.asks)[0]?.reply?.calls) ?? [];
    const result = call?.status === "settled" ? call.result.text : "";
    expect(result.startsWith(`The product manager answers: ${text}`)).toBe(true);
    expect(result.includes("\n[harness] If this asks you something")).toBe(isBack);
  });

  test("answered twice, the second changes nothing", () => {
    const past = asked();
    const id = Object.keys(past.state.questions)[0] ?? "";
    past.human({ type: "question.answered", question: id, text: "no" });
    const before = past.state;
    past.human({ type: "question.answered", question: id, text: "yes" });
    expect({ ...past.state, head: 0, headAt: "" }).toEqual({ ...before, head: 0, headAt: "" });
  });
});

describe("an artifact", () => {
  test("is the newest of its kind; sent back, the signal no longer holds", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.signals();
    const id = past.submits("scope", scope);
    expect(past.state.artifacts.scope).toMatchObject({ id, version: 1, body: scope });
    past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["smaller"] });
    expect(past.state.artifacts.scope?.settled).toMatchObject({ verdict: "returned", reasons: ["smaller"] });
    expect(past.state.stage?.signalled).toBeUndefined();
    expect(past.state.stage?.limit).toBe(6);
    const next = past.submits("scope", { ...scope, summary: "Less." }, 2);
    expect(past.state.artifacts.scope).toMatchObject({ id: next, version: 2 });
    expect(past.state.artifacts.scope).not.toHaveProperty("settled");
  });
});

describe("loops", () => {
  test("a reply belongs to the newest ask; a lost one is asked again under its number", () => {
    const past = Past.opened();
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop, 1, 1);
    past.asks(loop, 1, 2);
    past.replies(loop, 1, "", { tool: "a", input: {} }, { tool: "b", input: {} });
    const thread = threadNamed(past.state, "turn/refinement.1/1");
    const asks = toArray(thread?.loops[0]?.asks ?? { backing: [], length: 0 });
    expect(asks).toMatchObject([{ ask: 1, attempts: 2, askedAt: 6, reply: { seq: 7 } }]);
    expect(asks[0]?.reply?.calls.map((call) => call.id)).toEqual(["c7_1", "c7_2"]);
    expect(thread?.asked).toBe(1);
    expect(past.state.money).toEqual({ asked: 2, replied: 1, bytes: 20, input: 3, output: 2 });
  });

  test("calls, nudges and endings stand where they belong", () => {
    const past = Past.opened();
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "a", input: {} });
    const changes = [{ path: "x", before: null, after: "h" }];
    past.harness({ type: "tool.called", loop, call: `c${seq}_1`, tool: "a", changes });
    past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: true, text: "no" });
    past.harness({ type: "loop.nudged", loop, why: "no-tool", text: "Use a tool." });
    past.harness({ type: "loop.closed", loop, outcome: "max-iterations" });
    const [found] = threadNamed(past.state, "turn/refinement.1/1")?.loops ?? [];
    expect(found?.closed).toBe("max-iterations");
    expect(toArray(found?.asks ?? { backing: [], length: 0 })).toMatchObject([
      {
        nudges: [{ why: "no-tool", text: "Use a tool." }],
        reply: { calls: [{ status: "settled", result: { failed: true, text: "no" } }] },
      },
    ]);
  });

  test.each<[string, object, object | undefined]>([
    ["looked only", {}, undefined],
    ["was interrupted", { tree: "t", changed: ["a"] }, { tree: "t", changed: ["a"] }],
    ["took a time", { ms: 5 }, { ms: 5 }],
    [
      "ran to its end",
      { ms: 5, exit: 0, tree: "t", changed: [], held: [".env"], over: "disk", sandbox: "outer", blob: "b" },
      { ms: 5, exit: 0, tree: "t", changed: [], held: [".env"], over: "disk", sandbox: "outer", blob: "b" },
    ],
  ])("a call that %s has what it came to, and no more", (_, came, ran) => {
    const past = Past.opened();
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "a", input: {} });
    const call = `c${seq}_1`;
    past.harness({ type: "tool.called", loop, call, tool: "a", effect: "runs", changes: [] });
    past.harness({ type: "tool.settled", loop, call, failed: true, text: "no", ...came });
    const asks = threadNamed(past.state, "turn/refinement.1/1")?.loops[0]?.asks;
    expect(asks && toArray(asks)[0]?.reply?.calls[0]).toEqual({
      status: "settled",
      id: call,
      tool: "a",
      input: {},
      result: { failed: true, text: "no", ...(ran && { ran }) },
    });
  });

  test("a call has the fields of its status and no others", () => {
    const past = Past.opened();
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "a", input: {} });
    const proposal = { id: `c${seq}_1`, tool: "a", input: {} };
    const call = () => {
      const asks = threadNamed(past.state, "turn/refinement.1/1")?.loops[0]?.asks;
      return asks && toArray(asks)[0]?.reply?.calls[0];
    };
    expect(call()).toEqual({ status: "proposed", ...proposal });
    const changes = [{ path: "x", before: null, after: "h", content: "h" }];
    const called = { type: "tool.called", loop, call: proposal.id, tool: "a", changes } as const;
    past.harness(called);
    expect(call()).toEqual({ status: "begun", effect: "writes", ...proposal, changes });
    past.harness({ type: "tool.settled", loop, call: proposal.id, failed: false, text: "done" });
    const settled = { status: "settled", ...proposal, result: { failed: false, text: "done" } };
    expect(call()).toEqual(settled);
    past.harness(called);
    expect(call()).toEqual(settled);
  });

  test("what was asked is what has been heard", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.says("human", "one");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop);
    past.says("human", "two");
    expect(past.state.heard).toBe(1);
    past.asks(loop, 1, 2);
    expect(past.state.heard).toBe(2);
  });
});

describe("tasks", () => {
  test("are planned, assigned and moved", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);
    expect(past.state.tasks.t2).toMatchObject({
      order: 1,
      owner: "bo",
      state: "WAITING",
      attempt: 1,
    });
    const { seq } = past.moves("t1", "dispatched", "taken by ada");
    expect(past.state.tasks.t1).toMatchObject({ state: "SETUP", movedAt: seq });
  });

  test("carry what their author said and what they came back with, whatever moves them on", () => {
    const past = Past.opened().reaches("implementation");
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    expect(past.state.tasks.t1).toMatchObject({ summary: undefined, feedback: undefined });
    past.moves("t1", "done", "Double it");
    past.moves("t1", "passed");
    past.moves("t1", "approved");
    past.moves("t1", "prepared");
    past.moves("t1", "conflict", "Both changed a.txt.");
    past.moves("t1", "ready");
    expect(past.state.tasks.t1).toMatchObject({ summary: "Double it", feedback: "Both changed a.txt." });
  });

  test("a worktree, a commit and a landing are known by what was settled", () => {
    const past = Past.opened().reaches("implementation");
    const step = past.wanted()[0] ?? "";
    const settle = (kind: "worktree" | "commit", input: Record<string, string>, found: object) => {
      const { seq } = past.harness({ type: "effect.started", kind, task: "t1", input }, step);
      past.harness({ type: "effect.settled", effect: `e${seq}`, failed: false, text: "", ...found }, step);
    };
    settle("worktree", { commit: "base1" }, { path: "t1.2" });
    settle("commit", {}, { commit: "own" });
    expect(past.state.tasks.t1).toMatchObject({ worktree: "t1.2", base: "base1", commit: "own" });
    const checks = past.harness({
      type: "checks.finished",
      task: "t1",
      commit: "own",
      why: "landing",
      passed: true,
      results: [],
      sandboxed: false,
    });
    past.harness({ type: "task.landed", task: "t1", was: "base1", commit: "new", checks: checks.seq }, step);
    expect(past.state).toMatchObject({
      integration: "new",
      tasks: {
        t1: {
          evidence: { seq: checks.seq, results: [] },
          landed: { commit: "new", was: "base1", checks: checks.seq },
        },
      },
    });
  });

  test("an effect that failed changes nothing of its task", () => {
    const past = Past.opened().reaches("implementation");
    const { seq } = past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} }, "s");
    past.harness({ type: "effect.settled", effect: `e${seq}`, failed: true, text: "no", commit: "x" }, "s");
    expect(past.state.tasks.t1?.commit).toBeUndefined();
    expect(past.state.effects[`e${seq}`]?.settled).toMatchObject({ failed: true });
  });

  test("effects are remembered until their own step closes, and no longer", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    const [one = "", two = ""] = past.wanted();
    past.harness({ type: "effect.started", kind: "worktree", task: "t1", input: {} }, one);
    past.harness({ type: "effect.started", kind: "worktree", task: "t2", input: {} }, two);
    past.moves("t1", "dispatched");
    expect(Object.values(past.state.effects).map((effect) => effect.step)).toEqual([two]);
  });

  test("a review's thread ends with its verdict, a coding thread with its task", () => {
    const past = Past.opened().reaches("implementation");
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    for (const trigger of ["done", "passed"] as const) past.moves("t1", trigger);
    past.threadOpens("review/t1.1/1", "architect", "review", "t1");
    past.harness({
      type: "review.given",
      task: "t1",
      seat: "architect",
      commit: "c",
      verdict: "approved",
      feedback: "",
    });
    past.moves("t1", "approved");
    past.moves("t1", "prepared");
    expect(past.state.threads.map((thread) => thread.name)).toEqual(["coding/t1.1"]);
    expect(past.state.tasks.t1?.reviews).toBe(1);
    past.moves("t1", "landed");
    expect(past.state.threads).toEqual([]);
  });

  test("shipping asked for again forgets what the first try began and failed at", () => {
    const past = Past.opened();
    const first = past.human({ type: "ship.requested", onto: "trunk", how: "branch" });
    past.harness({ type: "effect.started", kind: "ship", input: {} }, `ship@${first.seq}`);
    past.fails(`ship@${first.seq}`);
    past.human({ type: "ship.requested", onto: "other", how: "branch" });
    expect(past.state).toMatchObject({ effects: {}, failures: {}, session: { shipping: { onto: "other" } } });
  });
});

test("decisions stand in the order in which they were made", () => {
  const past = Past.opened();
  const decision = { topic: "t", decision: "d", reason: "r", proposed: "ada", agreed: ["bo"], dissents: [] };
  past.add("ada", { type: "decision.recorded", ...decision });
  expect(toArray(past.state.ledger)).toEqual([{ id: "d2", seq: 2, by: "ada", ...decision }]);
});
