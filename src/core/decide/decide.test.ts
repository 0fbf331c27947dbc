import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instant, Past } from "../../../test/support/past.ts";
import { planned, scope, seat, team } from "../../../test/support/plans.ts";
import type { TeamEvent } from "../facts/events.ts";
import { emptyState } from "../state/state.ts";
import { threadOfLoop } from "../state/threads.ts";
import { decide, isWanted } from "./decide.ts";
import { grant } from "./grant.ts";
import type { Candidate } from "./step.ts";

/** In refinement, after so many whole engineer turns; the coach has not spoken. */
function talked(turns: number, past = Past.opened()): Past {
  past.enters("refinement");
  const engineers = past.state.session.seats.filter((one) => one.role === "engineer");
  for (let turn = 1; turn <= turns; turn++) {
    const speaker = engineers[(turn - 1) % engineers.length];
    past.turn(`turn/refinement.1/${turn}`, speaker?.id ?? "");
  }
  return past;
}

describe("who is next in a discussion", () => {
  test("nobody before the session is opened", () => {
    expect(decide(emptyState, instant(0))).toEqual({
      steps: [],
      waits: [],
      ending: { kind: "failed", why: "the session has not been opened" },
    });
  });

  test("the first phase is entered first", () => {
    expect(Past.opened().decided().steps).toEqual([
      { kind: "enter-phase", key: "enter/refinement.1", claims: ["talk"], phase: "refinement", visit: 1 },
    ]);
  });

  test("engineers in the order of their seats, each turn with a key of its own", () => {
    expect(talked(0).decided().steps).toEqual([
      { kind: "turn", key: "turn/refinement.1/1", claims: ["talk", "mouth:ada"], seat: "ada", round: 1 },
    ]);
    expect(talked(1).decided().steps).toMatchObject([{ key: "turn/refinement.1/2", seat: "bo", round: 1 }]);
  });

  test("the coach after each full round, at no cost in turns, and then the engineers again", () => {
    const past = talked(2);
    expect(past.decided().steps).toEqual([
      {
        kind: "coach",
        key: "coach/refinement.1/1",
        claims: ["talk", "mouth:coach"],
        seat: "coach",
        round: 1,
      },
    ]);
    past.turn("coach/refinement.1/1", "coach");
    expect(past.decided().steps).toMatchObject([{ key: "turn/refinement.1/3", seat: "ada", round: 2 }]);
    past.turn("turn/refinement.1/3", "ada");
    past.turn("turn/refinement.1/4", "bo");
    expect(past.decided().steps).toMatchObject([{ key: "coach/refinement.1/2", round: 2 }]);
  });

  test("the artifact's writer after a signal, even within a round", () => {
    const past = talked(1);
    past.signals("human");
    expect(past.decided().steps).toEqual([
      {
        kind: "artifact",
        key: "artifact/refinement.1/1",
        claims: ["talk", "mouth:coach"],
        seat: "coach",
        artifact: "scope",
        version: 1,
      },
    ]);
  });

  test("the coach once more at the limit, and then the writer, signal or not", () => {
    const past = talked(2, Past.opened({ policy: { turns: 2, pace: "auto" } }));
    expect(past.wanted()).toEqual(["coach/refinement.1/1"]);
    past.turn("coach/refinement.1/1", "coach");
    expect(past.wanted()).toEqual(["artifact/refinement.1/1"]);
  });

  test("at a limit within a round the writer at once", () => {
    const past = talked(2, Past.opened({ policy: { turns: 3, pace: "auto" } }));
    past.turn("coach/refinement.1/1", "coach");
    past.turn("turn/refinement.1/3", "ada");
    expect(past.wanted()).toEqual(["artifact/refinement.1/1"]);
  });

  test("without a coach engineers go on, and the architect writes", () => {
    const seats = team.filter((one) => one.role !== "coach");
    const past = talked(2, Past.opened({ seats, policy: { turns: 4, pace: "auto" } }));
    expect(past.wanted()).toEqual(["turn/refinement.1/3"]);
    past.turn("turn/refinement.1/3", "ada");
    past.turn("turn/refinement.1/4", "bo");
    expect(past.decided().steps).toMatchObject([{ kind: "artifact", seat: "architect" }]);
  });

  test("with engineers only, the first of them writes", () => {
    const past = talked(0, Past.opened({ seats: [seat("ada"), seat("bo"), seat("cy")] }));
    past.signals("human");
    expect(past.decided().steps).toMatchObject([{ kind: "artifact", seat: "ada" }]);
  });

  test("three engineers make a round of three", () => {
    const past = talked(
      2,
      Past.opened({ seats: [seat("ada"), seat("bo"), seat("cy"), seat("coach", "coach")] }),
    );
    expect(past.decided().steps).toMatchObject([{ kind: "turn", seat: "cy", round: 1 }]);
  });
});

describe("what the discussion waits for", () => {
  test("a question stops the talk until it is answered, and then the same step goes on", () => {
    const past = talked(2);
    const loop = past.turnStarts("coach/refinement.1/1", "coach", "coach");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "ask_pm", input: { question: "Big or small?" } });
    const thread = "coach/refinement.1/1";
    past.add("coach", {
      type: "question.asked",
      text: "Big or small?",
      options: [],
      thread,
      loop,
      call: `c${seq}_1`,
    });
    expect(past.wanted()).toEqual([]);
    expect(past.decided()).toMatchObject({
      waits: [
        {
          kind: "question",
          id: `q${past.state.head}`,
          since: past.state.head,
          from: "coach",
          text: "Big or small?",
          thread,
        },
      ],
      ending: { kind: "waiting", why: "one thing waits for you" },
    });
    past.human({ type: "question.answered", question: `q${past.state.head}`, text: "small" });
    expect(past.wanted()).toEqual(["coach/refinement.1/1"]);
    expect(past.decided().waits).toEqual([]);
  });

  test("an artifact waits to be accepted; accepted, the next phase is entered", () => {
    const past = talked(0);
    past.signals();
    const id = past.submits("scope", scope);
    expect(past.decided()).toMatchObject({
      steps: [],
      waits: [{ kind: "accept", id, artifact: "scope", phase: "refinement", version: 1 }],
      ending: { kind: "waiting" },
    });
    past.accepts(id);
    expect(past.decided().steps).toMatchObject([{ key: "enter/planning.1", phase: "planning" }]);
  });

  test("sent back, the talk goes on for as many turns as a fresh visit would have, and version 2 follows", () => {
    const past = talked(2, Past.opened({ policy: { turns: 2, pace: "auto" } }));
    past.turn("coach/refinement.1/1", "coach");
    const id = past.submits("scope", scope);
    past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["smaller"] });
    expect(past.wanted()).toEqual(["turn/refinement.1/3"]);
    past.turn("turn/refinement.1/3", "ada");
    past.turn("turn/refinement.1/4", "bo");
    past.turn("coach/refinement.1/2", "coach");
    expect(past.decided().steps).toMatchObject([{ key: "artifact/refinement.1/2", version: 2 }]);
    past.submits("scope", scope, 2);
    expect(past.decided().waits).toMatchObject([{ kind: "accept", version: 2 }]);
  });

  test("an artifact of an earlier phase settles nothing here", () => {
    const past = Past.opened().reaches("planning");
    expect(past.wanted()).toEqual(["turn/planning.1/1"]);
  });
});

describe("what building wants", () => {
  const tasks = [planned("t1"), planned("t2"), planned("t3", "t1", "t2"), planned("t4")];

  test("tasks that are ready, side by side, one to a seat", () => {
    const past = Past.opened().reaches("implementation", tasks);
    expect(past.decided().steps).toMatchObject([
      { kind: "dispatch", task: "t1", seat: "ada", claims: ["desk:ada", "worktree:t1"] },
      { kind: "dispatch", task: "t2", seat: "bo", claims: ["desk:bo", "worktree:t2"] },
    ]);
    past.moves("t1", "dispatched");
    expect(past.decided().steps.map((step) => [step.kind, "task" in step && step.task])).toEqual([
      ["dispatch", "t2"],
      ["setup", "t1"],
    ]);
  });

  test("a dependent task once all it depends on have landed, and its seat is free", () => {
    const past = Past.opened().reaches("implementation", tasks);
    past.lands("t1");
    expect(past.decided().steps.map((step) => step.key.split("@")[0])).toEqual(["task/t2/1/WAITING"]);
    past.lands("t2");
    expect(past.decided().steps.map((step) => "task" in step && step.task)).toEqual(["t3", "t4"]);
  });

  test("a task that is no longer in its author's hands lets the next one go", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")], ["ada"]);
    expect(past.wanted()).toEqual([`task/t1/1/WAITING@${past.state.tasks.t1?.movedAt}`]);
    for (const trigger of ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const) {
      past.moves("t1", trigger);
      const isFree = trigger === "passed" || trigger === "approved" || trigger === "prepared";
      const tasks = past.decided().steps.flatMap((step) => ("task" in step ? [step.task] : []));
      expect([...tasks].sort()).toEqual(isFree ? ["t1", "t2"] : ["t1"]);
    }
    past.moves("t1", "landed");
    expect(past.decided().steps).toMatchObject([{ kind: "dispatch", task: "t2" }]);
  });

  test.each([
    ["SETUP", ["dispatched"], { kind: "setup", claims: ["worktree:t1"] }],
    [
      "CODING",
      ["dispatched", "ready"],
      { kind: "coding", seat: "ada", claims: ["worktree:t1", "mouth:ada"] },
    ],
    ["TESTING", ["dispatched", "ready", "done"], { kind: "testing", claims: ["worktree:t1"] }],
    [
      "CODE_REVIEW",
      ["dispatched", "ready", "done", "passed"],
      { kind: "review", seat: "architect", claims: ["worktree:t1"] },
    ],
    [
      "PREPARE_MERGE",
      ["dispatched", "ready", "done", "passed", "approved"],
      { kind: "prepare", claims: ["worktree:t1"] },
    ],
    [
      "AWAIT_MERGE",
      ["dispatched", "ready", "done", "passed", "approved", "prepared"],
      { kind: "land", claims: ["worktree:t1", "landing"] },
    ],
  ] as const)("in %s its one step, keyed by the move into it", (state, triggers, step) => {
    const past = Past.opened().reaches("implementation");
    for (const trigger of triggers) past.moves("t1", trigger);
    expect(past.decided().steps).toMatchObject([{ ...step, key: `task/t1/1/${state}@${past.state.head}` }]);
  });

  test("one landing at a time, the older first", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    for (const trigger of ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const) {
      past.moves("t2", trigger);
      past.moves("t1", trigger);
    }
    expect(past.decided().steps).toMatchObject([{ kind: "land", task: "t2" }]);
    past.moves("t2", "landed");
    expect(past.decided().steps).toMatchObject([{ kind: "land", task: "t1" }]);
  });

  test("a reviewer has several reviews at once", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    for (const trigger of ["dispatched", "ready", "done", "passed"] as const) {
      past.moves("t1", trigger);
      past.moves("t2", trigger);
    }
    expect(past.decided().steps).toMatchObject([
      { kind: "review", task: "t1", seat: "architect" },
      { kind: "review", task: "t2", seat: "architect" },
    ]);
    past.moves("t1", "changes");
    expect(past.decided().steps).toMatchObject([
      { kind: "review", task: "t2" },
      { kind: "coding", task: "t1" },
    ]);
  });

  test("without an architect the next engineer in order reviews, and never the author", () => {
    const seats = [seat("ada"), seat("bo"), seat("cy")];
    const past = Past.opened({ seats }).reaches(
      "implementation",
      [planned("t1"), planned("t2"), planned("t3")],
      ["ada", "bo", "cy"],
    );
    for (const trigger of ["dispatched", "ready", "done", "passed"] as const)
      for (const id of ["t1", "t2", "t3"]) past.moves(id, trigger);
    expect(
      past.decided().steps.map((step) => ("task" in step && "seat" in step ? [step.task, step.seat] : [])),
    ).toEqual([
      ["t1", "bo"],
      ["t2", "cy"],
      ["t3", "ada"],
    ]);
  });

  test("the phase is left when every task has landed", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    past.lands("t1");
    past.lands("t2");
    expect(past.wanted()).toEqual(["enter/code-review.1"]);
  });
});

describe("shipping", () => {
  function reviewed(): Past {
    const past = Past.opened().reaches("code-review");
    past.accepts(past.submits("findings", { summary: "Nothing.", findings: [] }));
    return past;
  }

  test("waits for a person once the last review is accepted", () => {
    const past = reviewed();
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "ship", id: `p${past.state.head}` }] });
  });

  test("is done where it was asked for, and the session is then over", () => {
    const past = reviewed();
    const { seq } = past.human({ type: "ship.requested", onto: "trunk", how: "fast-forward" });
    expect(past.decided()).toEqual({
      steps: [{ kind: "ship", key: `ship@${seq}`, claims: ["landing"] }],
      waits: [],
    });
    past.harness(
      { type: "session.shipped", onto: "trunk", how: "fast-forward", was: "w", commit: "c", effect: "e1" },
      `ship@${seq}`,
    );
    past.harness({ type: "session.closed", how: "finished", why: "shipped onto trunk" }, `ship@${seq}`);
    expect(past.decided()).toEqual({
      steps: [],
      waits: [],
      ending: { kind: "finished", why: "shipped onto trunk" },
    });
  });

  test("asked for again it is another step, and what failed of the first is history", () => {
    const past = reviewed();
    const { seq } = past.human({ type: "ship.requested", onto: "trunk", how: "fast-forward" });
    past.fails(`ship@${seq}`);
    expect(past.decided().waits).toMatchObject([{ kind: "stuck", step: `ship@${seq}` }]);
    const again = past.human({ type: "ship.requested", onto: "other", how: "branch" });
    expect(past.decided()).toMatchObject({ steps: [{ key: `ship@${again.seq}` }], waits: [] });
  });
});

/** Two tasks want the landing place, and the first one has it. */
function bothLanding(): { readonly past: Past; readonly first: string } {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  for (const id of ["t1", "t2"])
    for (const trigger of ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const)
      past.moves(id, trigger);
  const [first = ""] = past.wanted();
  return { past, first };
}

describe("a step that fails", () => {
  const key = "turn/refinement.1/1";

  test("rests until its time, and says when to look again", () => {
    const past = talked(0);
    past.fails(key, 10_000);
    const due = past.state.failures[key]?.retryAt;
    expect(past.decided()).toEqual({ steps: [], waits: [], wakeAt: due });
    expect(past.wanted(due)).toEqual([key]);
    expect(isWanted(past.state, key, past.now)).toBe(false);
  });

  test("asks for no waking once its time has come, or looking would never end", () => {
    const past = talked(0);
    past.fails(key, 10_000);
    expect(past.decided(instant(1_000)).wakeAt).toBeUndefined();
    expect(past.decided(past.state.failures[key]?.retryAt)).toEqual({
      steps: [expect.objectContaining({ key })],
      waits: [],
    });
  });

  test("keeps its claims while it rests, so that nobody is displaced when its time comes", () => {
    const { past, first } = bothLanding();
    past.fails(first, 60_000);
    expect(past.wanted()).toEqual([]);
    expect(past.wanted(instant(1_000))).toEqual([first]);
  });

  test("stuck, it waits in the inbox, lets go of its claims, and the rest goes on", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    for (const trigger of ["dispatched", "ready", "done", "passed"] as const) {
      past.moves("t1", trigger);
      past.moves("t2", trigger);
    }
    const [review] = past.decided().steps;
    const { seq } = past.fails(review?.key ?? "");
    expect(past.decided()).toMatchObject({
      steps: [{ kind: "review", task: "t2" }],
      waits: [{ kind: "stuck", id: `s${seq}`, step: review?.key, error: "it broke" }],
    });
  });

  test("sent on by a person it queues up behind whoever took its place", () => {
    const { past, first } = bothLanding();
    past.fails(first);
    past.human({ type: "step.retried", step: first });
    expect(past.decided()).toMatchObject({ steps: [{ kind: "land", task: "t2" }], waits: [] });
    past.moves("t2", "landed");
    expect(past.decided().steps).toMatchObject([{ key: first }]);
  });

  test("of the two that wait, the older stands first in the inbox", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    past.moves("t1", "dispatched");
    past.moves("t2", "dispatched");
    const [one, two] = past.wanted();
    past.fails(two ?? "");
    past.fails(one ?? "");
    expect(past.decided()).toMatchObject({
      waits: [{ step: two }, { step: one }],
      ending: { kind: "waiting", why: "2 things wait for you" },
    });
  });
});

describe("how far a person lets a run go", () => {
  test("--until ends before the next phase, and not before the phase's own artifact is accepted", () => {
    const past = Past.opened();
    past.runs({ until: "refinement" });
    past.enters("refinement");
    expect(past.wanted()).toEqual(["turn/refinement.1/1"]);
    past.signals();
    const id = past.submits("scope", scope);
    expect(past.decided()).toMatchObject({ waits: [{ id }], ending: { kind: "waiting" } });
    past.accepts(id);
    expect(past.decided()).toEqual({
      steps: [],
      waits: [],
      ending: { kind: "reached", why: "--until refinement is reached" },
    });
    past.runs();
    expect(past.wanted()).toEqual(["enter/planning.1"]);
  });

  test("--until a phase that lies behind is reached at once", () => {
    const past = Past.opened().reaches("implementation");
    past.runs({ until: "planning" });
    expect(past.decided()).toMatchObject({ steps: [], ending: { kind: "reached" } });
  });

  test("--until implementation lets every task land", () => {
    const past = Past.opened().reaches("implementation");
    past.runs({ until: "implementation" });
    expect(past.decided().steps).toMatchObject([{ kind: "dispatch" }]);
    past.lands("t1");
    expect(past.decided()).toMatchObject({ steps: [], ending: { kind: "reached" } });
  });

  test("--max-turns counts engineer turns from where this run began", () => {
    const past = talked(1);
    past.runs({ maxTurns: 1 });
    expect(past.wanted()).toEqual(["turn/refinement.1/2"]);
    past.turn("turn/refinement.1/2", "bo");
    expect(past.decided()).toEqual({
      steps: [],
      waits: [],
      ending: { kind: "reached", why: "--max-turns is reached" },
    });
    past.runs({ maxTurns: 1 });
    expect(past.wanted()).toEqual(["coach/refinement.1/1"]);
  });
});

test("what waits for a person waits also where a run was told to end", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  past.fails(past.wanted()[0] ?? "");
  past.runs({ until: "planning" });
  expect(past.decided()).toMatchObject({
    steps: [],
    waits: [{ kind: "stuck" }],
    ending: { kind: "reached" },
  });
});

describe("granting claims", () => {
  const candidate = (key: string, since: number, claims: string[], resting = false): Candidate => ({
    step: { kind: "setup", key, claims, task: key },
    since,
    resting,
  });
  const granted = (...candidates: Candidate[]) => grant(candidates).map((step) => step.key);

  test("the older gets what both want; who wants nothing of it is not held up", () => {
    expect(
      granted(candidate("new", 5, ["a"]), candidate("old", 2, ["a", "b"]), candidate("apart", 9, ["c"])),
    ).toEqual(["old", "apart"]);
  });

  test("of the same age, the one gathered first", () => {
    expect(granted(candidate("one", 3, ["a"]), candidate("two", 3, ["a"]))).toEqual(["one"]);
  });

  test("one that waits for something keeps the rest of what it asked for", () => {
    const [d, c, a] = [candidate("d", 1, ["y"]), candidate("c", 2, ["x", "y"]), candidate("a", 3, ["x"])];
    expect(granted(d, c, a)).toEqual(["d"]);
    expect(granted(c, a)).toEqual(["c"]);
  });

  test("whoever comes and goes, nobody who was granted is displaced by another", () => {
    const claims = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 3 });
    const moves = fc.array(fc.record({ claims, leaves: fc.nat(), rests: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(moves, (all) => {
        let here: Candidate[] = [];
        for (const [since, { claims: asked, leaves, rests }] of all.entries()) {
          const before = granted(...here);
          const gone = here[leaves % (here.length + 1)];
          here = here.filter((one) => one !== gone);
          here.push(candidate(`s${since}`, since, asked, rests));
          const after = granted(...here);
          for (const key of before) if (key !== gone?.step.key) expect(after).toContain(key);
        }
      }),
    );
  });

  test("one that rests holds its claims and does not run", () => {
    expect(
      granted(
        candidate("resting", 1, ["a"], true),
        candidate("next", 2, ["a"]),
        candidate("apart", 3, ["b"]),
      ),
    ).toEqual(["apart"]);
  });
});

describe("a talk that comes to a stop", () => {
  test("at the limit a person is asked, and gives more turns, or ends it", () => {
    const past = talked(2, Past.opened({ policy: { turns: 2 } }));
    past.turn("coach/refinement.1/1", "coach");
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "limit", why: "turns", turns: 2 }] });
    past.human({ type: "phase.extended", turns: 1, why: "" });
    expect(past.wanted()).toEqual(["turn/refinement.1/3"]);
    past.turn("turn/refinement.1/3", "ada");
    expect(past.decided().waits).toMatchObject([{ kind: "limit", why: "turns" }]);
    past.signals("human");
    expect(past.wanted()).toEqual(["artifact/refinement.1/1"]);
  });

  test("three rounds that settle nothing are put to the coach, and then to the person", () => {
    const past = talked(0, Past.opened({ policy: { turns: 20 } }));
    for (let round = 1; round <= 3; round += 1) {
      past.turn(`turn/refinement.1/${round * 2 - 1}`, "ada");
      past.turn(`turn/refinement.1/${round * 2}`, "bo");
      const loop = past.turnStarts(`coach/refinement.1/${round}`, "coach", "coach");
      expect(threadOfLoop(past.state, loop)?.stalled).toBe(round === 3 ? 3 : undefined);
      past.turnEnds(`coach/refinement.1/${round}`);
    }
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "limit", why: "stalled" }] });
    past.human({ type: "phase.extended", turns: 0, why: "" });
    expect(past.wanted()).toEqual(["turn/refinement.1/7"]);
  });

  test("a decision, a deferral or a question in between is progress", () => {
    const events: readonly TeamEvent[] = [
      {
        type: "decision.recorded",
        topic: "t",
        decision: "d",
        reason: "r",
        proposed: "ada",
        agreed: [],
        dissents: [],
      },
      { type: "point.deferred", topic: "t", why: "later" },
    ];
    for (const event of events) {
      const past = talked(0, Past.opened({ policy: { turns: 20 } }));
      for (let turn = 1; turn <= 6; turn += 1) {
        past.turn(`turn/refinement.1/${turn}`, turn % 2 === 1 ? "ada" : "bo");
        if (turn === 4) past.add("coach", event);
        if (turn % 2 === 0) past.turn(`coach/refinement.1/${turn / 2}`, "coach");
      }
      expect(past.wanted()).toEqual(["turn/refinement.1/7"]);
    }
  });

  test("unattended, what is agreed is handed in", () => {
    const past = talked(2, Past.opened({ policy: { turns: 2, pace: "auto" } }));
    past.turn("coach/refinement.1/1", "coach");
    expect(past.wanted()).toEqual(["artifact/refinement.1/1"]);
  });

  test("without a coach, a round in which everybody passes is put to the person", () => {
    const past = talked(0, Past.opened({ seats: [seat("ada"), seat("bo")] }));
    past.passes("turn/refinement.1/1", "ada");
    expect(past.wanted()).toEqual(["turn/refinement.1/2"]);
    past.passes("turn/refinement.1/2", "bo");
    expect(past.decided().waits).toMatchObject([{ kind: "limit", why: "silence" }]);
  });
});

describe("moving between phases", () => {
  test("back: the phase is entered again with the next number, and the talk of it begins anew", () => {
    const past = Past.opened().reaches("planning");
    past.human({ type: "phase.requested", phase: "refinement", why: "r2 is wrong" });
    expect(past.wanted()).toEqual(["enter/refinement.2"]);
    past.enters("refinement", 2);
    expect(past.wanted()).toEqual(["turn/refinement.2/1"]);
    past.signals();
    past.accepts(past.submits("scope", scope, 2));
    expect(past.wanted()).toEqual(["enter/planning.2"]);
  });

  test("back from building waits for what has begun outside, and takes no new work", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    past.moves("t1", "dispatched");
    const step = past.wanted().find((key) => key.includes("t1")) ?? "";
    const { seq } = past.harness({ type: "effect.started", kind: "worktree", task: "t1", input: {} }, step);
    past.human({ type: "phase.requested", phase: "planning", why: "" });
    expect(past.wanted()).toEqual([step]);
    past.harness({ type: "effect.settled", effect: `e${seq}`, failed: false, text: "", path: "p" }, step);
    expect(past.wanted()).toEqual(["enter/planning.2"]);
  });

  test.each<[kind: "revert" | "ship" | "undo" | "sync"]>([["revert"], ["ship"], ["undo"], ["sync"]])(
    "back does not wait for a %s, which a person may ask for in any phase",
    (kind) => {
      const past = Past.opened().reaches("implementation", [planned("t1")]);
      past.human({ type: "phase.requested", phase: "planning", why: "" });
      past.harness({ type: "effect.started", kind, task: "t1", input: {} }, `${kind}@1`);
      expect(past.wanted()).toContain("enter/planning.2");
    },
  );

  test("skipped, a phase is left without what it hands over", () => {
    const past = talked(1);
    past.human({ type: "phase.skipped", why: "clear enough" });
    expect(past.wanted()).toEqual(["enter/planning.1"]);
  });

  test("findings that block lead back to building, and only without them it can be shipped", () => {
    const past = Past.opened().reaches("code-review");
    past.signals();
    const finding = { task: "t1", severity: "blocking" as const, text: "It loses the last digit." };
    past.accepts(past.submits("findings", { summary: "One.", findings: [finding] }));
    expect(past.decided().waits).toEqual([]);
    expect(past.wanted()).toEqual(["enter/implementation.2"]);
  });

  test("a plan with tasks that nobody has waits for somebody to say who takes them", () => {
    const past = Past.opened().reaches("planning");
    past.signals();
    past.accepts(past.submits("tasks", { tasks: [planned("t1")] }));
    past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "assign", tasks: ["t1"] }] });
    past.human({ type: "volunteers.called" });
    expect(past.decided().waits).toEqual([]);
    expect(past.decided().steps).toMatchObject([{ kind: "volunteer", seat: "ada" }]);
    past.human({ type: "task.assigned", task: "t1", seat: "bo", why: "" });
    expect(past.wanted()).toEqual(["enter/pre-code-review.1"]);
  });
});

describe("who is called for", () => {
  test("the architect speaks when somebody calls for it, before the coach, and then no more", () => {
    const past = talked(1);
    past.add("ada", { type: "message.posted", text: "@architect may two parsers live side by side?" });
    expect(past.decided().steps).toMatchObject([{ kind: "architect", seat: "architect" }]);
    const loop = past.turnStarts("architect/refinement.1/1", "architect", "architect");
    expect(threadOfLoop(past.state, loop)?.mentions).toEqual([
      { seq: expect.any(Number), from: "ada", text: "@architect may two parsers live side by side?" },
    ]);
    past.turnEnds("architect/refinement.1/1");
    expect(past.wanted()).toEqual(["turn/refinement.1/2"]);
  });

  test("while exploring, the coach is silent until it is called, and nobody presses", () => {
    const past = Past.opened({ policy: { phases: ["exploration"], turns: 40 } });
    past.enters("exploration");
    for (let turn = 1; turn <= 12; turn += 1)
      past.turn(`turn/exploration.1/${turn}`, turn % 2 === 1 ? "ada" : "bo");
    expect(past.wanted()).toEqual(["turn/exploration.1/13"]);
    past.human({ type: "message.posted", text: "What do you make of it?", to: ["coach"] });
    expect(past.decided().steps).toMatchObject([{ kind: "coach", key: "coach/exploration.1/1" }]);
  });

  test("a brief that is accepted ends an exploration; there is nothing to ship", () => {
    const past = Past.opened({ policy: { phases: ["exploration"], pace: "auto" } });
    past.enters("exploration");
    past.signals("human");
    expect(past.decided().steps).toMatchObject([{ kind: "artifact", artifact: "brief" }]);
    const body = { title: "T", brief: "B", findings: [], openQuestions: [], outOfScope: [] };
    past.accepts(past.submits("brief", body));
    expect(past.decided()).toMatchObject({ steps: [], waits: [], ending: { kind: "finished" } });
  });
});

describe("how large it is", () => {
  test("is said before the first turn; small work waits for a person, once", () => {
    const past = talked(0, Past.opened({ policy: { sizing: true } }));
    expect(past.wanted()).toEqual(["sizing/refinement.1"]);
    past.turnStarts("sizing/refinement.1", "coach", "sizing");
    past.add("coach", { type: "work.sized", size: "task", tasks: 1, why: "one function" });
    past.turnEnds("sizing/refinement.1", "submitted");
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "size", size: "task" }] });
    past.human({ type: "size.settled", how: "talk" });
    expect(past.wanted()).toEqual(["turn/refinement.1/1"]);
  });

  test("work for several is talked about at once, and so is any where nobody is asked", () => {
    for (const [size, pace] of [
      ["parallel", "normal"],
      ["task", "auto"],
    ] as const) {
      const past = talked(0, Past.opened({ policy: { sizing: true, pace } }));
      past.turnStarts("sizing/refinement.1", "coach", "sizing");
      past.add("coach", { type: "work.sized", size, tasks: 3, why: "" });
      past.turnEnds("sizing/refinement.1", "submitted");
      expect(past.wanted()).toEqual(["turn/refinement.1/1"]);
    }
  });
});

test("10.41: the size of the work is asked before the first turn, and not once the talk is called complete", () => {
  const kinds = (past: Past) => decide(past.state, past.now).steps.map(({ kind }) => kind);
  const opened = () => {
    const past = Past.opened({ policy: { sizing: true } });
    past.enters("refinement");
    return past;
  };
  expect(kinds(opened())).toEqual(["sizing"]);
  const signalled = opened();
  signalled.signals();
  expect(kinds(signalled)).not.toContain("sizing");
  const turned = opened();
  turned.turn("turn/refinement.1/1", "ada");
  expect(kinds(turned)).not.toContain("sizing");
  const asked = opened();
  asked.turnStarts("sizing/refinement.1", "coach", "sizing");
  asked.turnEnds("sizing/refinement.1", "cut"); // without a size
  expect(kinds(asked)).not.toContain("sizing");
});

describe("how a run ends in which nothing is left to do", () => {
  test("every task is cancelled", () => {
    const past = Past.opened().reaches("implementation");
    past.moves("t1", "cancelled");
    expect(past.decided()).toEqual({
      steps: [],
      waits: [],
      ending: { kind: "failed", why: "every task is cancelled, so nothing will land" },
    });
  });

  test("it is shipped, but not closed", () => {
    const past = Past.opened().reaches("code-review");
    past.accepts(past.submits("findings", { summary: "Nothing.", findings: [] }));
    past.harness({ type: "session.shipped", onto: "t", how: "branch", was: "w", commit: "c", effect: "e1" });
    expect(past.decided()).toEqual({
      steps: [],
      waits: [],
      ending: { kind: "failed", why: "nothing is left to do, and nothing was finished" },
    });
  });
});
