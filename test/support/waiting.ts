import type { TaskTrouble } from "../../src/core/decide/waits/task.ts";
import type { WaitKind } from "../../src/core/decide/waits/wait.ts";
import type { EventOf } from "../../src/core/facts/events.ts";
import { callId, loopId } from "../../src/core/terms/ids.ts";
import type { Seat } from "../../src/core/terms/policy.ts";
import type { Trigger } from "../../src/core/terms/task-machine.ts";
import { Past } from "./past.ts";
import { asked, refined, reviewed, submitted } from "./pasts.ts";
import { planned, withoutArchitect } from "./plans.ts";

/** For every kind of wait, a session in which nothing else waits. */
export const waiting: { readonly [K in WaitKind]: () => Past } = {
  question: () => asked(["A", "B"]).past,
  approval: () => needsYes({ action: "write", paths: ["db/1.sql"], risk: "raised" }),
  accept: () => submitted().past,
  stuck() {
    const past = refined();
    past.fails("turn/refinement.1/1");
    return past;
  },
  budget: () => outOf({ tokens: 100 }),
  window() {
    const past = refined();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const lack = { model: "rehearsal/test", needs: 5_000, window: 4_096, why: "It needs 5000 tokens." };
    past.harness({ type: "loop.paused", loop, on: "window", ...lack });
    return past;
  },
  provider() {
    const past = refined();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const told = { scope: "rehearsal", model: "rehearsal/test", failure: "rate" as const, why: "Slow down." };
    past.harness({ type: "loop.paused", loop, on: "provider", ...told, until: "2026-02-01T10:00:00.000Z" });
    return past;
  },
  limit() {
    const past = Past.opened({ policy: { turns: 2 } });
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    past.turn("turn/refinement.1/2", "bo");
    past.turn("coach/refinement.1/1", "coach");
    return past;
  },
  size() {
    const past = refined();
    past.add("coach", { type: "work.sized", size: "chain", tasks: 2, why: "One file." });
    return past;
  },
  assign() {
    const past = Past.opened().reaches("planning");
    past.signals();
    past.accepts(past.submits("tasks", { tasks: [planned("t1"), planned("t2")] }));
    past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
    return past;
  },
  baseline: redBase,
  layer() {
    const past = Past.opened({ policy: { stops: "layer" } });
    past.reaches("implementation", [planned("t1"), planned("t2", "t1")]);
    past.lands("t1");
    return past;
  },
  split() {
    const past = building();
    past.moves("t1", "dispatched");
    past.human({ type: "split.requested", task: "t1", words: "" });
    const part = {
      approach: "So.",
      requirements: planned("t1").requirements,
      carries: [1],
      done: [],
      files: [],
    };
    const parts = [
      { ...part, title: "The first half", after: [] },
      { ...part, title: "The second half", after: [1] },
    ];
    past.add("architect", { type: "split.proposed", task: "t1", parts, why: "It has two halves." });
    return past;
  },
  ship: reviewed,
  task: () => waitingTasks.rounds(),
};

/** The same for every reason why a task waits. */
const waitingTasks: { readonly [K in TaskTrouble]: () => Past } = {
  rounds() {
    const past = building(withoutArchitect);
    for (const trigger of ["dispatched", "ready", "done", "failed", "done", "failed", "done"] as const)
      past.moves("t1", trigger);
    past.moves("t1", "limit", "the checks fail, again", { origin: "CODING", returned: "failed" });
    return past;
  },
  requests: () =>
    stopped("limit", { origin: "CODING", feedback: "no result in 24 requests" }, withoutArchitect),
  failed: () => stopped("exhausted", { feedback: "two replies in a row used no tool" }),
  held() {
    const past = building();
    for (const trigger of ["dispatched", "ready", "held"] as const) past.moves("t1", trigger);
    return past;
  },
  verdict() {
    const past = building();
    for (const trigger of ["dispatched", "ready", "done", "passed"] as const) past.moves("t1", trigger);
    past.moves("t1", "limit", "no verdict", { origin: "CODE_REVIEW", feedback: "no result in 10 requests" });
    return past;
  },
  check() {
    const past = building();
    for (const trigger of ["dispatched", "ready", "done"] as const) past.moves("t1", trigger);
    const carried = { origin: "TESTING", blocked: "environment", feedback: "pnpm: not found" } as const;
    past.moves("t1", "broken", "tests cannot start", carried);
    return past;
  },
  dependency() {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);
    past.moves("t1", "cancelled");
    past.moves("t2", "blocked", "it builds on t1", { origin: "WAITING", blocked: "prerequisite" });
    return past;
  },
  unanswered() {
    const past = asksAbout({ dueAt: "2026-01-05T12:00:00.000Z" });
    const [question = ""] = Object.keys(past.state.questions);
    past.harness(
      { type: "question.answered", question, text: "Nobody.", how: "deadline" },
      `expire/${question}`,
    );
    past.moves("t1", "overdue", "nobody answered", { ...stillBlocked, feedback: "Which port?" });
    return past;
  },
  environment() {
    const past = stopped("blocked", { origin: "CODING", blocked: "environment" });
    past.moves("t1", "requeued", "why", { attempt: 2 });
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    past.moves("t1", "blocked", "it stopped", { feedback: "why", origin: "CODING", blocked: "environment" });
    return past;
  },
  prerequisite: () => stopped("blocked", { origin: "CODING", blocked: "prerequisite" }),
  "invalid-task": () => stopped("blocked", { origin: "CODING", blocked: "invalid-task" }, withoutArchitect),
};

const stillBlocked = { origin: "CODING", blocked: "prerequisite" } as const;

/** All of them, by name. */
export const waitingCases: readonly { readonly name: string; readonly kind: WaitKind; past(): Past }[] = [
  // The keys of both records are exactly those kinds and reasons.
  ...(Object.keys(waiting) as WaitKind[]).map((kind) => ({ name: kind, kind, past: waiting[kind] })),
  ...(Object.keys(waitingTasks) as TaskTrouble[]).map((why) => ({
    name: `task, ${why}`,
    kind: "task" as const,
    past: waitingTasks[why],
  })),
  { name: "question, task", kind: "question", past: () => asksAbout() },
  { name: "question, passed", kind: "question", past: () => passedOn() },
];

/** Checks that are red on the base commit: by name, without names, and one that cannot start. */
function redBase(): Past {
  const checks = ["tests", "build", "lint"].map((name) => ({ name, run: name }));
  const past = Past.opened({
    policy: { baseline: true, checks: { quick: checks, full: checks, timeoutMs: 9 } },
  }).reaches("implementation", [planned("t1")]);
  const said = { exit: 1, ms: 1, blob: "b" };
  past.harness(
    {
      type: "checks.finished",
      commit: "base",
      why: "baseline",
      passed: false,
      results: [
        { ...said, name: "tests", command: "tests", failing: [{ test: "adds" }] },
        { ...said, name: "build", command: "build" },
        { ...said, name: "lint", command: "lint", exit: 127, broken: "lint: not found" },
      ],
      sandboxed: false,
    },
    "baseline@1",
  );
  return past;
}

/** The author of the only task wants to do something that needs a person's yes. */
export function needsYes(
  wanted: Pick<EventOf<"approval.requested">, "action" | "risk" | "paths" | "deed" | "dueAt">,
  call = { tool: "run_command", input: { command: "npm install" } },
): Past {
  const { past, step, loop, id } = calling(call);
  const request = { seat: "ada", task: "t1", loop, call: id, shown: "b", hash: "h1", why: "it asks first" };
  past.add("ada", { type: "approval.requested", ...request, ...wanted }, step);
  past.harness({ type: "loop.paused", loop, call: id, on: "approval" }, step);
  return past;
}

/** The author of the only task asks something, by default the person. */
export function asksAbout(
  asked: Partial<Pick<EventOf<"question.asked">, "to" | "dueAt" | "context" | "urgency">> = {},
): Past {
  const { past, step, loop, id, thread } = calling({
    tool: "ask_question",
    input: { question: "Which port?" },
  });
  const question = { text: "Which port?", options: [], thread, loop, call: id, task: "t1" };
  past.add("ada", { type: "question.asked", ...question, to: "human", urgency: "medium", ...asked }, step);
  past.harness({ type: "loop.paused", loop, call: id, on: "question" }, step);
  past.moves("t1", "asked", "asks", { origin: "CODING" });
  return past;
}

/** The architect was asked and cannot answer. */
function passedOn(): Past {
  const past = asksAbout({ to: "architect", context: "README.md:3 names two." });
  const [question = ""] = Object.keys(past.state.questions);
  const why = "It is about money.";
  const passed = { type: "question.passed" as const, question, to: "human" as const, why };
  past.add("architect", passed, past.wanted()[0]);
  return past;
}

/** The author of the only task has called a tool, and it is not settled. */
function calling(call: { readonly tool: string; readonly input: Record<string, string> }) {
  const past = building();
  past.moves("t1", "dispatched");
  past.moves("t1", "ready");
  const step = past.wanted()[0] ?? "";
  const thread = "coding/t1.1";
  past.harness({
    type: "thread.opened",
    name: thread,
    seat: "ada",
    purpose: "coding",
    task: "t1",
    charter: "c",
  });
  const { seq } = past.harness({ type: "loop.opened", thread, terminal: "done", asks: 9 }, step);
  const loop = loopId(seq);
  const asked = { loop, ask: 1, attempt: 1, model: "rehearsal/test", renderer: 1, hash: "h", bytes: 1 };
  const { seq: asking } = past.harness({ type: "model.asked", ...asked }, step);
  const id = callId(asking + 1, 0);
  const replied = { asked: asking, loop, ask: 1, text: "", calls: [{ call: id, ...call }] };
  past.add("ada", { type: "model.replied", ...replied, finish: "tools" }, step);
  return { past, step, loop, id, thread };
}

/** One task, which has not started. */
function building(seats?: readonly Seat[]): Past {
  return Past.opened(seats && { seats }).reaches("implementation", [planned("t1")]);
}

function stopped(trigger: Trigger, carried: Parameters<Past["moves"]>[3], seats?: readonly Seat[]): Past {
  const past = building(seats);
  past.moves("t1", "dispatched");
  past.moves("t1", "ready");
  past.moves("t1", trigger, "it stopped", { feedback: "why", ...carried });
  return past;
}

/** The first turn pauses, because the session may spend no more than this. */
export function outOf(session: { readonly micros?: number; readonly tokens?: number }): Past {
  const past = Past.opened({ policy: { budget: { session } } });
  past.enters("refinement");
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  past.harness({ type: "loop.paused", loop, on: "budget", scope: "session", why: "It is used up." });
  return past;
}
