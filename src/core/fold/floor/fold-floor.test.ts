import { describe, expect, test } from "vitest";
import { changedBy } from "../../../../test/support/changed-by.ts";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { asksAbout } from "../../../../test/support/waiting.ts";
import { at } from "../../text/appended.ts";

/** Both tasks are free, and the team is asked who would take them. */
function called(): Past {
  const past = Past.opened().reaches("planning");
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
  past.harness({ type: "volunteers.called" });
  return past;
}

test("10.41: of two volunteers for one task, both are remembered, in order, with their reasons", () => {
  const past = called();
  past.add("bo", { type: "task.volunteered", task: "t1", seat: "bo", why: "I know it." });
  past.add("ada", { type: "task.volunteered", task: "t1", seat: "ada", why: "I like it." });
  past.add("ada", { type: "task.volunteered", task: "t2", seat: "ada", why: "Too." });
  expect(Object.values(past.state.tasks).map(({ volunteers }) => volunteers)).toEqual([
    [
      { seat: "bo", why: "I know it." },
      { seat: "ada", why: "I like it." },
    ],
    [{ seat: "ada", why: "Too." }],
  ]);
});

test("10.41: asked again, nobody has volunteered and nobody was asked; a task that started keeps its owner", () => {
  const past = called();
  past.add("bo", { type: "task.volunteered", task: "t1", seat: "bo", why: "I know it." });
  past.harness({ type: "task.assigned", task: "t1", seat: "bo", why: "volunteered" });
  past.harness({ type: "task.assigned", task: "t2", seat: "ada", why: "by hand" });
  expect(past.state.volunteering).toBeUndefined(); // every task has an owner
  past.moves("t1", "dispatched");
  past.harness({ type: "volunteers.called" });
  expect(past.state.volunteering).toEqual({ seq: past.state.head, asked: [] });
  expect(past.state.tasks).toMatchObject({
    t1: { owner: "bo", volunteers: [{ seat: "bo" }] },
    t2: { owner: undefined, volunteers: [] },
  });
});

test("10.41: while one task has no owner, the asking goes on; when all have started, it does not begin", () => {
  const past = called();
  past.harness({ type: "task.assigned", task: "t1", seat: "bo", why: "by hand" });
  expect(past.state.volunteering).toBeDefined();
  past.harness({ type: "task.assigned", task: "t2", seat: "ada", why: "by hand" });
  for (const id of ["t1", "t2"]) past.moves(id, "dispatched");
  past.harness({ type: "volunteers.called" });
  expect(past.state.volunteering).toBeUndefined();
});

describe("a move of a task", () => {
  function building(): Past {
    return Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3", "t1", "t2")]);
  }

  const move = {
    type: "task.moved",
    task: "t1",
    from: "TESTING",
    to: "CODING",
    trigger: "failed",
    attempt: 2,
    why: "red",
  } as const;

  test("changes where it is, and what it hands on", () => {
    const past = building();
    expect(
      changedBy(past, { ...move, feedback: "f", summary: "s", origin: "SETUP", blocked: "environment" }),
    ).toEqual({
      tasks: {
        t1: {
          state: "CODING",
          attempt: 2,
          movedAt: past.state.head,
          summary: "s",
          feedback: "f",
          feedbackAt: past.state.head,
          returns: [{ seq: past.state.head, from: "TESTING", trigger: "failed", words: "f" }],
          origin: "SETUP",
          blocked: "environment",
        },
      },
    });
    expect(changedBy(past, { ...move, to: "TESTING", trigger: "done" })).toEqual({
      tasks: { t1: { state: "TESTING", movedAt: past.state.head, origin: "gone", blocked: "gone" } },
    });
  });

  test("counts as a return by its trigger, or by the one that was too many", () => {
    const past = building();
    for (const more of [
      {},
      { trigger: "limit", returned: "changes" },
      { trigger: "limit" },
      { trigger: "red" },
    ] as const)
      past.harness({ ...move, ...more });
    const { head } = past.state;
    expect(past.state.tasks.t1?.returns).toEqual([
      { seq: head - 3, from: "TESTING", trigger: "failed", words: "red" },
      { seq: head - 2, from: "TESTING", trigger: "changes", words: "red" },
      { seq: head, from: "TESTING", trigger: "red", words: "red" },
    ]);
  });

  test("of a person begins a new count", () => {
    const past = building();
    const decidedAt = (trigger: "failed" | "granted" | "redirected") => {
      const { seq } = past.harness({ ...move, trigger });
      return past.state.tasks.t1?.decidedAt === seq;
    };
    expect((["failed", "granted", "redirected", "failed"] as const).map(decidedAt)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("carries answers to findings; a new answer takes the place of an old one", () => {
    const past = building();
    const answer = (finding: string, why: string) => ({ finding, answer: "fixed", why }) as const;
    past.harness({ ...move, answers: [answer("1", "nothing to answer")] });
    expect(past.state.tasks.t1?.review).toBeUndefined();
    past.harness({
      type: "review.given",
      task: "t1",
      seat: "bo",
      commit: "c",
      verdict: "changes",
      feedback: "f",
    });
    const review = { seat: "bo", commit: "c", findings: [{ id: "1", text: "f" }] };
    expect(past.state.tasks.t1?.review).toEqual({ ...review, answers: [] });
    past.harness({ ...move, answers: [answer("1", "a"), answer("2", "b")] });
    past.harness({ ...move, answers: [answer("1", "c")] });
    past.harness(move);
    expect(past.state.tasks.t1?.review).toEqual({ ...review, answers: [answer("2", "b"), answer("1", "c")] });
    const findings = [{ id: "7", text: "g" }];
    past.harness({
      type: "review.given",
      task: "t1",
      seat: "bo",
      commit: "d",
      verdict: "changes",
      feedback: "",
      findings,
    });
    expect(past.state.tasks.t1?.review).toEqual({ seat: "bo", commit: "d", findings, answers: [] });
    past.harness({
      type: "review.given",
      task: "t1",
      seat: "bo",
      commit: "e",
      verdict: "approved",
      feedback: "",
    });
    expect(past.state.tasks.t1).toMatchObject({ reviews: 3, review: undefined });
  });

  test("ends threads and effects of a task that is over, and of no other", () => {
    const past = building();
    for (const task of ["t1", "t2"]) {
      past.threadOpens(`coding/${task}`, "ada", "coding", task);
      past.threadOpens(`review/${task}`, "bo", "review", task);
      past.harness({ type: "effect.started", kind: "commit", task, input: {} }, task);
    }
    const left = (more: object) => {
      past.harness({ ...move, ...more });
      return [
        past.state.threads.map(({ name }) => name),
        Object.values(past.state.effects).map(({ task }) => task),
      ];
    };
    const both = ["t1", "t2"];
    const all = ["coding/t1", "review/t1", "coding/t2", "review/t2"];
    expect(left({ to: "CODE_REVIEW" })).toEqual([all, both]);
    expect(left({ to: "BUDGET_REVIEW", trigger: "limit", origin: "CODE_REVIEW" })).toEqual([all, both]);
    expect(left({})).toEqual([["coding/t1", "coding/t2", "review/t2"], both]);
    expect(left({ to: "CANCELLED", trigger: "cancelled" })).toEqual([["coding/t2", "review/t2"], ["t2"]]);
  });

  test("lets a task that has not started go on without what is cancelled below it", () => {
    const past = building();
    const letOn = (trigger: "unblocked" | "dispatched", to: "WAITING" | "CODING") => {
      past.harness({ ...move, task: "t3", from: "BLOCKED", to, trigger, attempt: 1 });
      return past.state.tasks.t3?.without;
    };
    const cancel = (task: string) =>
      past.harness({ ...move, task, to: "CANCELLED", trigger: "cancelled" }).seq;
    const one = cancel("t1");
    expect(letOn("dispatched", "WAITING")).toBeUndefined();
    expect(letOn("unblocked", "CODING")).toBeUndefined();
    expect(letOn("unblocked", "WAITING")).toEqual({ t1: one });
    past.harness({ ...move, to: "WAITING", trigger: "unblocked" });
    const two = cancel("t2");
    expect(letOn("unblocked", "WAITING")).toEqual({ t1: one, t2: two });
  });
});

describe("effects", () => {
  test("are told as they started and as they ended", () => {
    const past = Past.opened().reaches("implementation");
    const started = {
      type: "effect.started",
      kind: "worktree",
      task: "t1",
      input: { commit: "b", gone: "x" },
    } as const;
    const { seq, at } = past.harness(started, "one");
    const id = `e${seq}`;
    const effect = { id, seq, at, kind: "worktree", step: "one", task: "t1", input: started.input };
    expect(past.state.effects).toEqual({ [id]: effect });
    past.harness({ type: "effect.started", kind: "ship", input: {} });
    expect(past.state.effects[`e${seq + 1}`]).toStrictEqual({
      id: `e${seq + 1}`,
      seq: seq + 1,
      at: past.state.headAt,
      kind: "ship",
      step: "",
      input: {},
    });
    const settled = { failed: false, text: "ok", commit: "c", path: "p" };
    expect(changedBy(past, { type: "effect.settled", effect: id, ...settled })).toEqual({
      effects: { [id]: { settled } },
      tasks: { t1: { worktree: "p", base: "b" } },
    });
    past.harness({ type: "effect.settled", effect: `e${seq + 1}`, failed: true, text: "no" });
    expect(past.state.effects[`e${seq + 1}`]?.settled).toStrictEqual({ failed: true, text: "no" });
    expect(changedBy(past, { type: "effect.settled", effect: "e9", ...settled })).toEqual({});
  });

  test("a new worktree holds nothing yet; a commit that is gone is forgotten with its review, any other is kept", () => {
    const past = Past.opened().reaches("implementation");
    const does = (kind: "worktree" | "commit" | "land", input: Record<string, string>, commit = "c") => {
      const { seq } = past.harness({ type: "effect.started", kind, task: "t1", input });
      past.harness({ type: "effect.settled", effect: `e${seq}`, failed: false, text: "", commit, path: "p" });
      return seq;
    };
    const writes = () => {
      past.threadOpens("coding/t1.1", "ada", "coding", "t1");
      const loop = past.loopOpens("coding/t1.1", "done");
      const changes = [{ path: "x", before: null, after: "h" }];
      past.harness({ type: "tool.called", loop, call: "c", tool: "a", changes });
    };
    const committedAt = does("commit", {});
    past.harness({
      type: "review.given",
      task: "t1",
      seat: "bo",
      commit: "c",
      verdict: "changes",
      feedback: "f",
    });
    writes();
    does("land", {}, "other");
    expect(past.state.tasks.t1).toMatchObject({ commit: "c", committedAt, worktree: undefined });
    does("worktree", { commit: "b" });
    expect(past.state.tasks.t1).toMatchObject({
      commit: "c",
      review: { seat: "bo" },
      worktree: "p",
      base: "b",
      wrote: {},
    });
    expect(Object.keys(past.state.tasks.t1?.wrote ?? {})).toEqual([]);
    does("worktree", { commit: "b2", gone: "c" });
    expect(past.state.tasks.t1).toMatchObject({ commit: undefined, review: undefined, base: "b2" });
  });

  test("shipping asked for again forgets what was begun and failed before", () => {
    const past = Past.opened().reaches("implementation");
    const { seq } = past.human({ type: "ship.requested", onto: "a", how: "branch" });
    past.harness({ type: "effect.started", kind: "ship", input: {} }, `ship@${seq}`);
    past.fails(`ship@${seq}`);
    past.human({ type: "ship.requested", onto: "b", how: "branch" });
    expect([past.state.effects, past.state.failures]).toEqual([{}, {}]);
  });

  test("shipping asked for again keeps the effects and failures of other steps", () => {
    const past = Past.opened().reaches("implementation");
    past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} }, "one");
    past.fails("one");
    past.human({ type: "ship.requested", onto: "a", how: "branch" });
    past.human({ type: "ship.requested", onto: "b", how: "branch" });
    expect(Object.keys(past.state.failures)).toEqual(["one"]);
    expect(Object.values(past.state.effects).map(({ step }) => step)).toEqual(["one"]);
    past.harness({ type: "branch.taken", was: null, commit: "elsewhere" });
    expect(past.state.integration).toBe("elsewhere");
    const { seq } = past.human({ type: "cancel.requested", task: "t1" });
    expect(past.state.tasks.t1).toMatchObject({ id: "t1", cancelling: seq });
  });
});

describe("a question about a task", () => {
  test("ends with its state: what went on without an answer stays paused nowhere", () => {
    const past = asksAbout();
    past.moves("t1", "answered");
    expect(past.state.questions).toEqual({});
    const loop = past.state.threads.find(({ task }) => task === "t1")?.loops.at(-1);
    expect(loop).toMatchObject({ paused: undefined, resumedAt: past.state.head });
    expect(loop && at(loop.asks, -1)?.reply?.calls).toMatchObject([
      { status: "settled", result: { failed: true, text: "Nobody has answered this." } },
    ]);
  });

  test.each([
    ["cancelled", (past: Past) => past.moves("t1", "cancelled")],
    [
      "planned anew",
      (past: Past) =>
        past.harness({ type: "tasks.planned", tasks: [{ ...planned("t1"), approach: "other" }], from: "a9" }),
    ],
  ])("is forgotten with a task that is %s", (_, happens) => {
    const past = asksAbout();
    happens(past);
    expect([past.state.questions, past.state.threads]).toEqual([{}, []]);
  });
});
