import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, seat } from "../../../test/support/plans.ts";
import type { Seat } from "../terms/policy.ts";
import { doneAtSeq, talkCandidates } from "./candidates-talk.ts";

const building = () => Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
const since = (past: Past) => talkCandidates(past.state).map((one) => [one.step.key, one.since]);

describe("10.41: a phase is left since the fact that finished it, whatever comes later", () => {
  test.each([
    ["t1", "t2"],
    ["t2", "t1"],
  ])("building, when %s landed first and %s last", (first, last) => {
    const past = building();
    past.lands(first);
    expect(since(past)).toEqual([]);
    past.lands(last);
    const { head } = past.state;
    past.says("ada", "Both have landed.");
    expect(since(past)).toEqual([["enter/code-review.1", head]]);
  });

  test("building that was entered again with nothing left to build", () => {
    const past = building();
    past.lands("t1");
    past.lands("t2");
    const { seq } = past.enters("implementation", 2);
    past.says("ada", "Nothing to do.");
    expect(since(past)).toEqual([["enter/code-review.1", seq]]);
  });

  test("a review of the plan, when it was accepted, whoever gets which task later", () => {
    const past = Past.opened().reaches("pre-code-review", [planned("t1")]);
    const { seq } = past.accepts(past.submits("approach", { tasks: [{ id: "t1", interfaces: [] }] }));
    past.human({ type: "task.assigned", task: "t1", seat: "bo", why: "" });
    expect(since(past)).toEqual([["enter/implementation.1", seq]]);
  });

  test("planning, when the last task got its engineer", () => {
    const past = Past.opened().reaches("planning");
    past.signals();
    past.accepts(past.submits("tasks", { tasks: [planned("t1"), planned("t2")] }));
    past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
    past.human({ type: "task.assigned", task: "t2", seat: "bo", why: "" });
    const { seq } = past.human({ type: "task.assigned", task: "t1", seat: "ada", why: "" });
    past.says("ada", "I have one.");
    expect(since(past)).toEqual([["enter/pre-code-review.1", seq]]);
  });
});

describe("10.41: once the talk is called complete, its artifact is written, and nobody speaks before", () => {
  const spoken = (phase: "refinement" | "exploration", turns: number) => {
    const past = Past.opened(phase === "exploration" ? { policy: { phases: [phase] } } : {});
    past.enters(phase);
    for (let turn = 1; turn <= turns; turn += 1)
      past.turn(`turn/${phase}.1/${turn}`, turn % 2 === 1 ? "ada" : "bo");
    return past;
  };

  test.each([
    ["the architect, who was called", "refinement", 1, "architect"],
    ["the coach, who was called", "exploration", 1, "coach"],
    ["the coach, whose turn it is after a round", "refinement", 2, undefined],
  ] as const)("%s", (_, phase, turns, called) => {
    const past = spoken(phase, turns);
    if (called) past.says("ada", `@${called} what do you say?`, [called]);
    const [before] = talkCandidates(past.state);
    expect(before?.step.kind).toBe(called ?? "coach");
    past.signals("human");
    expect(talkCandidates(past.state).map(({ step }) => step.kind)).toEqual(["artifact"]);
  });
});

describe("where one turn is all there is, somebody speaks who can read the change and did not write it", () => {
  const names = ["ada", "bo", "cy"];

  /** Each has one of three tasks, of which these have landed. */
  function judged(landed: readonly string[], more: Partial<Seat> = {}, happens = (_: Past) => {}) {
    const seats = names.map((id) => (id === "cy" ? { ...seat(id), ...more } : seat(id)));
    const past = Past.opened({ seats }).reaches(
      "implementation",
      ["t1", "t2", "t3"].map((id) => planned(id)),
      names,
    );
    for (const task of landed) past.harness({ type: "task.landed", task, was: "w", commit: "c", checks: 1 });
    happens(past);
    past.harness({
      type: "phase.entered",
      phase: "code-review",
      visit: past.state.visits["code-review"] === undefined ? 1 : 2,
      kickoff: "",
      charter: "",
      turns: 1,
    });
    return talkCandidates(past.state).map(({ step }) => "seat" in step && step.seat);
  }

  test.each([
    [[], "ada"],
    [["t2", "t3"], "ada"],
    [["t1"], "bo"],
    [["t1", "t2"], "cy"],
    [["t1", "t2", "t3"], "ada"],
  ] as const)("of %j landed: %s", (landed, speaker) => {
    expect(judged(landed)).toEqual([speaker]);
  });

  test("better an author than one who cannot read files", () => {
    expect(judged(["t1", "t2"], { textOnly: true })).toEqual(["ada"]);
    expect(judged(["t1"], { textOnly: true })).toEqual(["bo"]);
  });

  test("better an author than the first of all, if that one cannot read files", () => {
    const seats = [{ ...seat("ada"), textOnly: true }, seat("bo")];
    const past = Past.opened({ seats }).reaches("implementation", [planned("t1")], ["bo"]);
    past.harness({ type: "task.landed", task: "t1", was: "w", commit: "c", checks: 1 });
    const entered = { type: "phase.entered", phase: "code-review", visit: 1 } as const;
    past.harness({ ...entered, kickoff: "", charter: "", turns: 1 });
    expect(talkCandidates(past.state).map(({ step }) => "seat" in step && step.seat)).toEqual(["bo"]);
  });

  test("what was judged before does not count", () => {
    const finding = (past: Past) => {
      past.enters("code-review");
      past.accepts(past.submits("findings", { summary: "", findings: [] }));
    };
    expect(judged(["t1", "t2"], {}, finding)).toEqual(["ada"]);
    const after = (past: Past) => {
      finding(past);
      const tasks = ["t1", "t2", "t3"].map((id) => ({ ...planned(id), title: "Otherwise" }));
      past.harness({ type: "tasks.planned", tasks, from: "a1" });
      for (const [index, task] of tasks.entries())
        past.harness({ type: "task.assigned", task: task.id, seat: names[index] ?? "", why: "" });
      past.harness({ type: "task.landed", task: "t1", was: "w", commit: "c", checks: 1 });
    };
    expect(judged(["t2"], {}, after)).toEqual(["bo"]);
  });
});

describe("the steps of a talk", () => {
  test("the architect speaks when it is called, in the last full round or the first", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    past.says("bo", "@architect?");
    const { turnedAt } = past.state.stage ?? {};
    expect(talkCandidates(past.state)).toEqual([
      {
        since: turnedAt,
        step: {
          kind: "architect",
          key: "architect/refinement.1/1",
          claims: ["talk", "mouth:architect"],
          seat: "architect",
          round: 1,
        },
      },
    ]);
    past.turnStarts("architect/refinement.1/1", "architect", "architect");
    past.turnEnds("architect/refinement.1/1");
    for (const number of [2, 3, 4]) {
      if (number === 3) past.turn("coach/refinement.1/1", "coach");
      past.turn(`turn/refinement.1/${number}`, number === 3 ? "ada" : "bo");
    }
    past.says("bo", "@architect?");
    expect(talkCandidates(past.state).map(({ step }) => step)).toMatchObject([
      { key: "architect/refinement.1/2", round: 2 },
    ]);
  });

  test("each builder is asked for what it would take, once, since the call or the turn before", () => {
    const past = Past.opened({ seats: [{ ...seat("ada"), textOnly: true }, seat("bo"), seat("cy")] });
    past.reaches("planning");
    past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
    const { seq } = past.harness({ type: "volunteers.called" });
    expect(talkCandidates(past.state)).toEqual([
      {
        since: seq,
        step: {
          kind: "volunteer",
          key: "volunteer/planning.1/1/bo",
          claims: ["talk", "mouth:bo"],
          seat: "bo",
        },
      },
    ]);
    past.turnStarts("volunteer/planning.1/1/bo", "bo", "volunteer");
    const { seq: ended } = past.turnEnds("volunteer/planning.1/1/bo");
    expect(talkCandidates(past.state)).toMatchObject([
      { since: ended, step: { key: "volunteer/planning.1/1/cy", seat: "cy" } },
    ]);
    past.turnStarts("volunteer/planning.1/1/cy", "cy", "volunteer");
    past.turnEnds("volunteer/planning.1/1/cy");
    expect(talkCandidates(past.state).map(({ step }) => step.kind)).toEqual(["turn"]);
    past.harness({ type: "volunteers.called" });
    expect(since(past).map(([key]) => key)).toEqual(["volunteer/planning.1/2/bo"]);
  });

  test("another phase that is asked for is entered since then, once nothing is under way", () => {
    const past = building();
    const { seq: one } = past.harness({ type: "effect.started", kind: "worktree", task: "t1", input: {} });
    const { seq: two } = past.harness({ type: "effect.started", kind: "worktree", task: "t2", input: {} });
    const { seq } = past.human({ type: "phase.requested", phase: "planning", why: "" });
    const settles = (effect: number) =>
      past.harness({ type: "effect.settled", effect: `e${effect}`, failed: false, text: "" });
    expect(since(past)).toEqual([]);
    settles(two);
    expect(since(past)).toEqual([]);
    settles(one);
    expect(since(past)).toEqual([["enter/planning.2", seq]]);
  });

  test("a skipped phase is left since it was skipped, whatever waits in it; building, too", () => {
    const past = building();
    const { seq } = past.human({ type: "phase.skipped", why: "" });
    expect(since(past)).toEqual([["enter/code-review.1", seq]]);
    past.enters("code-review");
    const findings = [{ task: "t1", severity: "blocking" as const, text: "No." }];
    past.submits("findings", { summary: "", findings });
    expect(since(past)).toEqual([]);
    const { seq: skipped } = past.human({ type: "phase.skipped", why: "" });
    expect(since(past)).toEqual([]);
    expect(doneAtSeq(past.state)).toBe(skipped);
    past.human({ type: "phase.requested", phase: "planning", why: "" });
    expect(doneAtSeq(past.state)).toBeUndefined();
  });

  test("nothing is done before the last phase is, or where every task is cancelled", () => {
    expect(doneAtSeq(Past.opened().state)).toBeUndefined();
    const past = Past.opened({ policy: { phases: ["implementation"] } });
    past.enters("implementation");
    past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
    past.moves("t1", "cancelled");
    expect(doneAtSeq(past.state)).toBeUndefined();
    past.moves("t2", "cancelled");
    expect(doneAtSeq(past.state)).toBeUndefined();
    past.harness({
      type: "tasks.planned",
      tasks: [planned("t1"), { ...planned("t2"), title: "x" }],
      from: "a1",
    });
    past.lands("t2");
    expect(doneAtSeq(past.state)).toBe(past.state.head);
  });
});

describe("how large the work is", () => {
  const sizing = (phase: "refinement" | "planning" = "refinement") => {
    const past = Past.opened({ policy: { sizing: true } });
    past.enters(phase);
    return past;
  };
  const kinds = (past: Past) => talkCandidates(past.state).map(({ step }) => step.kind);

  test("is asked of the coach", () => {
    expect(talkCandidates(sizing().state).map(({ step }) => step)).toEqual([
      { kind: "sizing", key: "sizing/refinement.1", claims: ["talk", "mouth:coach"], seat: "coach" },
    ]);
  });

  test.each<[string, (past: Past) => void]>([
    ["once it is known", (past) => past.harness({ type: "work.sized", size: "parallel", tasks: 2, why: "" })],
    ["on a later visit", (past) => past.enters("refinement", 2)],
    ["without a coach", (past) => past.human({ type: "seats.changed", seats: [seat("ada")], why: "" })],
    [
      "where the policy does not want it",
      (past) => past.human({ type: "policy.changed", patch: { sizing: false }, why: "" }),
    ],
  ])("is not asked %s", (_, happens) => {
    const past = sizing();
    happens(past);
    expect(kinds(past)).not.toContain("sizing");
  });

  test("is not asked in a later phase", () => {
    expect(kinds(sizing("planning"))).toEqual(["turn"]);
  });
});

describe("in the order that a phase began with", () => {
  const seats = ["ada", "bo", "cy"].map((id) => seat(id));
  const speaker = (past: Past) =>
    talkCandidates(past.state).map(({ step }) => "seat" in step && step.seat)[0];

  function spoken(past: Past, turns: number): readonly (string | false | undefined)[] {
    return Array.from({ length: turns }, (_, at) => {
      const seat = speaker(past);
      if (seat) past.turn(`turn/code-review.1/${at + 1}`, seat);
      return seat;
    });
  }

  function reviewing(order: readonly string[] | undefined): Past {
    const past = Past.opened({ seats, policy: { turns: 9 } }).reaches("implementation", [planned("t1")]);
    past.lands("t1");
    const entered = {
      type: "phase.entered",
      phase: "code-review",
      visit: 1,
      kickoff: "",
      charter: "c",
    } as const;
    past.harness({ ...entered, ...(order && { order: [...order] }) });
    return past;
  }

  test.each([
    [undefined, "ada bo cy ada bo"],
    [["cy", "ada", "bo"], "cy ada bo cy ada"],
    [["cy"], "cy ada bo cy ada"],
    [["gone", "bo"], "bo ada cy bo ada"],
    [[], "ada bo cy ada bo"],
  ])("%j: %s", (order, all) => {
    expect(spoken(reviewing(order), 5).join(" ")).toBe(all);
  });

  test("what happens to the tasks meanwhile changes nobody's turn", () => {
    const past = reviewing(["cy", "ada", "bo"]);
    spoken(past, 1);
    past.harness({ type: "task.landed", task: "t1", was: "w", commit: "c", checks: 1 });
    expect(speaker(past)).toBe("ada");
  });
});
