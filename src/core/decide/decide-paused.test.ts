import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, seat, withoutArchitect } from "../../../test/support/plans.ts";
import type { Step } from "./step.ts";
import { answerTask, taskWaits } from "./waits/task.ts";

const tasks = ["t1", "t2", "t3", "t4"].map((id) => planned(id));

function building(): Past {
  return Past.opened().reaches("implementation", tasks, ["ada", "bo"]);
}

/** The loop that a step speaks in, opened if there is none. */
function loopOf(past: Past, step: Extract<Step, { kind: "coding" | "review" }>): string {
  const name = `${step.kind}/${step.task}`;
  const found = past.state.threads.find((thread) => thread.name === name);
  if (!found) past.threadOpens(name, step.seat, step.kind, step.task, step.key);
  const open = found?.loops.at(-1);
  return open && open.closed === undefined ? open.id : past.loopOpens(name, "done", step.key);
}

function isTalking(step: Step): step is Extract<Step, { kind: "coding" | "review" }> {
  return step.kind === "coding" || step.kind === "review";
}

function pause(past: Past, step: Step | undefined, scope: string): number {
  if (!step || !isTalking(step)) throw new Error("nobody speaks there");
  const loop = loopOf(past, step);
  return past.harness({ type: "loop.paused", loop, on: "budget", scope, why: `${scope} is empty` }, step.key)
    .seq;
}

/** Its provider wants to be left alone for so long; it is over already if that is negative. */
function rest(past: Past, step: Step | undefined, ms: number): string {
  if (!step || !isTalking(step)) throw new Error("nobody speaks there");
  const until = new Date(Date.parse(past.now) + ms).toISOString();
  const loop = loopOf(past, step);
  const why = "acme asked Huddle to wait.";
  past.harness({ type: "loop.paused", loop, on: "provider", scope: "acme", failure: "rate", why, until });
  return until;
}

/** Asks the person something in the loop of a step, which then waits for the answer. */
function ask(past: Past, step: Step | undefined): string {
  if (!step || !isTalking(step)) throw new Error("nobody speaks there");
  const loop = loopOf(past, step);
  past.asks(loop);
  const reply = past.replies(loop, 1, "", { tool: "ask_pm", input: { question: "Big or small?" } });
  const call = `c${reply.seq}_1`;
  const thread = `${step.kind}/${step.task}`;
  const asked = { type: "question.asked" as const, text: "Big or small?", options: [], thread, loop, call };
  const { seq } = past.add(step.seat, asked, step.key);
  past.harness({ type: "loop.paused", loop, call, on: "question" }, step.key);
  return `q${seq}`;
}

function answer(past: Past, question: string) {
  const task = past.state.questions[question]?.task;
  const told = past.human({ type: "question.answered", question, text: "small" });
  if (task !== undefined) past.moves(task, "answered");
  return told;
}

/** The author of a task asks, and the task waits. */
function asksAbout(past: Past, step: Step, to: "architect" | "human"): void {
  if (step.kind !== "coding") return;
  const { task } = step;
  const loop = loopOf(past, step);
  past.asks(loop);
  const { seq } = past.replies(loop, 1, "", { tool: "ask_question", input: { question: "Big?" } });
  const asked = { text: "Big?", options: [], thread: `coding/${task}`, loop, call: `c${seq}_1`, task, to };
  past.add(step.seat, { type: "question.asked", ...asked }, step.key);
  past.harness({ type: "loop.paused", loop, call: asked.call, on: "question" }, step.key);
  past.moves(task, "asked", "asks", { origin: "CODING" });
}

/** A member answers, or passes the question on to the person. */
function replies(past: Past, step: Extract<Step, { kind: "answer" }>, isKnown: boolean): void {
  const { question, task, seat: member, key } = step;
  if (!isKnown) {
    past.add(member, { type: "question.passed", question, to: "human", why: "who knows" }, key);
    return;
  }
  past.add(member, { type: "question.answered", question, text: "small" }, key);
  past.moves(task, "answered");
}

const talking = (past: Past) => past.decided().steps.filter(isTalking);
const grant = (past: Past) =>
  past.human({ type: "budget.granted", scope: "session", tokens: 10, why: "more" });

/** Both owners at work on a task of theirs. */
function atWork(): Past {
  const past = building();
  for (const id of ["t1", "t2"])
    for (const trigger of ["dispatched", "ready"] as const) past.moves(id, trigger);
  return past;
}

/** An engineer began another task while its first was in review, and then the first came back: both want its mouth. */
function bothHis(): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")], ["ada"]);
  for (const trigger of ["dispatched", "ready", "done", "passed"] as const) past.moves("t1", trigger);
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t2", trigger);
  past.moves("t1", "changes");
  return past;
}

describe("steps that wait for money", () => {
  test("one wait for each purse, however many wait for it, since the first of them", () => {
    const past = atWork();
    const [one, two] = talking(past);
    const first = pause(past, two, "session");
    pause(past, one, "session");
    expect(past.decided().steps).toEqual([]);
    expect(past.decided().waits).toEqual([
      {
        kind: "budget",
        id: `b${first}`,
        since: first,
        scope: "session",
        unit: "tokens",
        why: "session is empty",
      },
    ]);
    expect(past.decided().ending).toEqual({ kind: "over-budget", why: "session is empty" });
  });

  test("two purses are two waits, in the order in which they were found empty", () => {
    const past = atWork();
    const [one, two] = talking(past);
    const first = pause(past, two, "seat:bo");
    const second = pause(past, one, "task:t1");
    expect(past.decided().waits).toMatchObject([
      { id: `b${first}`, scope: "seat:bo" },
      { id: `b${second}`, scope: "task:t1" },
    ]);
    expect(past.decided().ending).toEqual({ kind: "over-budget", why: "seat:bo is empty" });
  });

  test("what has money goes on beside it", () => {
    const past = atWork();
    const [one, two] = talking(past);
    pause(past, one, "task:t1");
    expect(past.wanted()).toEqual([two?.key]);
    expect(past.decided()).not.toHaveProperty("ending");
  });

  test("a grant makes all of them wanted again, and the waits go", () => {
    const past = atWork();
    const before = past.wanted();
    for (const step of talking(past)) pause(past, step, "session");
    grant(past);
    expect([...past.wanted()].sort()).toEqual([...before].sort());
    expect(past.decided().waits).toEqual([]);
  });

  test("a changed budget does the same", () => {
    const past = atWork();
    const before = past.wanted();
    for (const step of talking(past)) pause(past, step, "session");
    past.human({ type: "policy.changed", patch: { budget: { session: { tokens: 9 } } }, why: "more" });
    expect([...past.wanted()].sort()).toEqual([...before].sort());
  });

  test("of two that want one mouth, the one that ran out does not take it back", () => {
    const past = bothHis();
    const [first] = talking(past);
    pause(past, first, "session");
    const [second] = talking(past);
    expect(second?.key).not.toBe(first?.key);
    grant(past);
    expect(past.wanted()).toEqual([second?.key]);
  });

  test("a task that another engineer took over waits for money like any other", () => {
    const past = Past.opened({ seats: withoutArchitect }).reaches("implementation");
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const first = past.loopOpens("coding/t1.1", "done");
    past.harness({ type: "loop.closed", loop: first, outcome: "iteration-limit" });
    past.moves("t1", "limit", "", { origin: "CODING" });
    const [wait] = taskWaits(past.state);
    if (!wait) throw new Error("nothing waits");
    const drafts = answerTask({ wait, answer: { kind: "reassign", seat: "bo" }, at: past.state, first: 1 });
    if ("refused" in drafts) throw new Error(drafts.refused);
    for (const { actor, event } of drafts) past.add(actor, event);
    past.threadOpens("coding/t1.2", "bo", "coding", "t1");
    const loop = past.loopOpens("coding/t1.2", "done");
    past.harness({ type: "loop.paused", loop, on: "budget", scope: "session", why: "empty" });
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "budget" }] });
  });

  test("nor when a person had sent it on before", () => {
    const past = bothHis();
    const [first] = talking(past);
    past.fails(first?.key ?? "");
    const [other] = talking(past);
    past.fails(other?.key ?? "");
    past.human({ type: "step.retried", step: first?.key ?? "" });
    past.human({ type: "step.retried", step: other?.key ?? "" });
    expect(past.wanted()).toEqual([first?.key]);
    pause(past, first, "session");
    expect(past.wanted()).toEqual([other?.key]);
    grant(past);
    expect(past.wanted()).toEqual([other?.key]);
  });
});

describe("steps that wait for an answer", () => {
  test("are not wanted until it comes, and then by the same key", () => {
    const past = atWork();
    const [one, two] = talking(past);
    const question = ask(past, one);
    expect(past.wanted()).toEqual([two?.key]);
    expect(past.decided().waits).toMatchObject([{ kind: "question", id: question }]);
    const { seq } = answer(past, question);
    expect([...past.wanted()].sort()).toEqual([one?.key, two?.key].sort());
    expect(past.decided().waits).toEqual([]);
    expect(past.state.threads.find(({ task }) => task === "t1")?.loops.at(-1)).toMatchObject({
      paused: undefined,
      resumedAt: seq,
    });
  });

  test("of two that want one mouth, the one that asked does not take it back", () => {
    const past = bothHis();
    const [first] = talking(past);
    const question = ask(past, first);
    const [second] = talking(past);
    expect(second?.key).not.toBe(first?.key);
    answer(past, question);
    expect(past.wanted()).toEqual([second?.key]);
  });
});

describe("steps that waited for their provider, and fail before they ask it again", () => {
  const minute = 60_000;

  test("are stuck, and only a person sends them on", () => {
    const past = atWork();
    const [one, two] = talking(past);
    const key = one?.key ?? "";
    const until = rest(past, one, minute);
    expect(past.wanted()).toEqual([two?.key]);
    past.fails(key);
    expect(past.wanted(until)).toEqual([two?.key]);
    expect(past.decided(until).waits).toMatchObject([{ kind: "stuck", step: key }]);
    past.human({ type: "step.retried", step: key });
    expect(past.wanted()).toEqual([two?.key]);
    expect(past.wanted(until)).toEqual([two?.key, key]);
  });

  test("end a run in which nothing else is left to do, whatever time they waited for", () => {
    const past = atWork();
    for (const step of talking(past)) {
      rest(past, step, minute);
      past.fails(step.key);
    }
    expect(past.decided()).toMatchObject({ steps: [], ending: { kind: "waiting" } });
    expect(past.decided()).not.toHaveProperty("wakeAt");
  });

  test.each([
    ["the try", minute, 2 * minute],
    ["the provider", 2 * minute, minute],
  ])("back off until the later of two times: that of %s", (_, restMs, retryMs) => {
    const past = atWork();
    const [one, two] = talking(past);
    past.fails(two?.key ?? "");
    const until = rest(past, one, restMs);
    past.fails(one?.key ?? "", retryMs);
    const retryAt = past.state.failures[one?.key ?? ""]?.retryAt ?? "";
    const [sooner = "", later = ""] = [until, retryAt].sort();
    expect(past.decided().wakeAt).toBe(later);
    expect(past.wanted(sooner)).toEqual([]);
    expect(past.wanted(later)).toEqual([one?.key]);
  });
});

/** One thing that may happen on the floor, chosen by a number. */
function happens(past: Past, what: number, which: number): "a person" | "the floor" {
  const steps = past.decided().steps;
  const step = steps[which % Math.max(1, steps.length)];
  if (what === 0 || !step) {
    grant(past);
    return "a person";
  }
  if (what === 1) {
    const stuck = past.decided().waits.filter((wait) => wait.kind === "stuck");
    const one = stuck[which % Math.max(1, stuck.length)];
    if (one) past.human({ type: "step.retried", step: one.step });
    else grant(past);
    return "a person";
  }
  const [question] = past.decided().waits.flatMap(({ kind, id }) => (kind === "question" ? [id] : []));
  if (what === 6 && question !== undefined) {
    answer(past, question);
    return "a person";
  }
  if (what === 2) past.fails(step.key);
  else if (what === 9) asksAbout(past, step, which % 2 === 0 ? "architect" : "human");
  else if (step.kind === "answer") replies(past, step, which % 3 > 0);
  else if (what === 5 && isTalking(step)) ask(past, step);
  else if (what === 7 && isTalking(step)) rest(past, step, which % 2 === 0 ? -1_000 : 5_000);
  else if (what === 8) past.fails(step.key, which % 2 === 0 ? -1_000 : 5_000);
  else if (what === 3 && isTalking(step))
    pause(past, step, which % 2 === 0 ? "session" : `seat:${step.seat}`);
  else if ("task" in step) past.moves(step.task, onward[step.kind]);
  return "the floor";
}

/** Four tasks that all want the architect's judgement, who gives one at a time. */
function inReview(): Past {
  const engineers = ["ada", "bo", "cy", "di"];
  const seats = [...engineers.map((id) => seat(id)), seat("architect", "architect")];
  const past = Past.opened({ seats }).reaches("implementation", tasks, engineers);
  for (const { id } of tasks)
    for (const trigger of ["dispatched", "ready", "done", "passed"] as const) past.moves(id, trigger);
  return past;
}

const onward = {
  dispatch: "dispatched",
  setup: "ready",
  planning: "planned",
  judge: "approved",
  coding: "done",
  testing: "passed",
  review: "changes",
  prepare: "prepared",
  land: "landed",
  cancel: "cancelled",
  hold: "held",
  "budget-review": "granted",
  rewrite: "rewritten",
  "give-up": "stopped",
  comment: "commented",
  split: "split",
  revert: "reverted",
} as const;

test("nothing wanted is displaced when a person acts, whatever happened before; nothing stuck is wanted; one wait for each purse", () => {
  const deed = fc.tuple(
    fc.constantFrom(0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 9, 9),
    fc.nat({ max: 7 }),
  );
  fc.assert(
    fc.property(fc.array(deed, { minLength: 5, maxLength: 60 }), (deeds) => {
      const past = inReview();
      for (const [what, which] of deeds) {
        const before = past.wanted();
        if (happens(past, what, which) === "a person")
          expect(past.wanted()).toEqual(expect.arrayContaining([...before]));
        expect(past.wanted().filter((key) => past.state.failures[key]?.kind === "stuck")).toEqual([]);
        const scopes = past.decided().waits.flatMap((wait) => (wait.kind === "budget" ? [wait.scope] : []));
        expect(new Set(scopes).size).toBe(scopes.length);
        const claims = past.decided().steps.flatMap((step) => step.claims);
        expect(new Set(claims).size).toBe(claims.length);
      }
    }),
    { numRuns: 300 },
  );
});
