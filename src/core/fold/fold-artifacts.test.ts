import { describe, expect, test } from "vitest";
import { changedBy } from "../../../test/support/changed-by.ts";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import type { TeamEvent } from "../facts/events.ts";
import { factVersion } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import { toArray } from "../text/appended.ts";
import { fold } from "./fold.ts";

/** What the transcript gains when a person hands something in, in a log of this version. */
function told(state: State, v: number, event: TeamEvent) {
  const seq = state.head + 1;
  const after = fold(state, { seq, prev: "", at: "t", v, actor: "human", event });
  return toArray(after.transcript, state.transcript.length);
}

const edited = {
  type: "artifact.submitted",
  kind: "scope",
  body: { ...scope, summary: "Less.", assumptions: ["One user."] },
  phase: "refinement",
  visit: 1,
  version: 2,
} as const satisfies TeamEvent;

describe("what a person changed by hand", () => {
  test("is told by the fact itself in a log of version 1", () => {
    const { state } = Past.opened().reaches("planning");
    const text = "I have changed the scope by hand:\n- summary: Less.\n- added assumption: One user.";
    expect(told(state, 1, edited)).toEqual([
      { seq: state.head + 1, at: "t", actor: "human", text, size: text.length },
    ]);
    expect(told(state, 1, { ...edited, body: scope })).toEqual([]);
  });

  test("was written anew where nothing stood before, as in small work of version 1", () => {
    const { state } = Past.opened();
    const body = { tasks: [planned("t1")] };
    const plan = { ...edited, kind: "tasks", body, phase: "implementation", version: 1 } as const;
    expect(told(state, 1, plan).map((entry) => entry.text)).toEqual([
      "I have changed the tasks by hand:\n- written anew",
    ]);
  });

  test("is not told by the fact any more: a message says it", () => {
    for (const v of [2, factVersion])
      expect(told(Past.opened().reaches("planning").state, v, edited)).toEqual([]);
  });
});

describe("an artifact that is handed in", () => {
  const submitted = { ...edited, version: 1, body: scope } as const;

  test("stands as the newest of its kind, and is progress", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turn("turn/1", "ada");
    const { type: _, ...submission } = submitted;
    const changed = changedBy(past, submitted, "coach");
    const { head: seq } = past.state;
    expect(changed).toEqual({
      artifacts: { scope: { id: `a${seq}`, seq, ...submission } },
      stage: { turnedAt: seq, versions: 1, settledIn: 1 },
    });
    past.harness({ ...edited, kind: "tasks", body: { tasks: [] }, phase: "planning", version: 7 });
    expect(past.state.artifacts.scope?.version).toBe(1);
    expect(past.state.stage?.versions).toBe(1);
  });

  test.each([
    ["returned", { since: 1, what: ["summary: Less.", "added assumption: One user."] }],
    ["accepted", undefined],
  ] as const)("says what is different, if the one before was %s", (verdict, changed) => {
    const past = Past.opened();
    past.enters("refinement");
    past.harness(submitted);
    past.human({ type: "artifact.settled", artifact: `a${past.state.head}`, verdict, reasons: [] });
    past.harness(edited);
    expect(past.state.artifacts.scope?.changed).toEqual(changed);
  });
});

describe("an artifact that is judged", () => {
  /** One turn was taken of two, and one came to nothing before a scope was handed in. */
  function handedIn(): Past {
    const past = Past.opened({ policy: { turns: 4 } });
    past.harness({
      type: "phase.entered",
      phase: "refinement",
      visit: 1,
      kickoff: "",
      charter: "",
      turns: 2,
    });
    past.passes("turn/1", "ada");
    past.turnStarts("turn/2", "coach", "coach");
    past.turnEnds("turn/2", "cut");
    past.signals();
    past.harness({ ...edited, body: scope, version: 1 });
    return past;
  }

  test("accepted, it stands also among what was accepted", () => {
    const past = handedIn();
    const { head } = past.state;
    const event = { type: "artifact.settled", artifact: `a${head}`, verdict: "accepted" } as const;
    const settled = { seq: head + 1, verdict: "accepted", reasons: [] };
    expect(changedBy(past, { ...event, reasons: [] })).toEqual({
      artifacts: { scope: { settled } },
      accepted: { scope: past.state.artifacts.scope },
    });
    past.enters("planning");
    const tasks = past.submits("tasks", { tasks: [planned("t1")] });
    past.accepts(tasks);
    expect(Object.keys(past.state.accepted)).toEqual(["scope", "tasks"]);
  });

  test("sent back, the talk goes on, for as many turns as the phase usually has", () => {
    const past = handedIn();
    const { head, stage } = past.state;
    expect(stage).toMatchObject({ brief: true, limit: 2, silent: 1, cut: { turns: 1 }, signalled: head - 1 });
    const reasons = ["Smaller."];
    const event = { type: "artifact.settled", artifact: `a${head}`, verdict: "returned", reasons } as const;
    expect(changedBy(past, { ...event, reasons })).toEqual({
      artifacts: { scope: { settled: { seq: head + 1, verdict: "returned", reasons } } },
      stage: { brief: "gone", signalled: "gone", turnedAt: head + 1, silent: 0, cut: "gone", limit: 5 },
    });
  });

  test("is progress, in the round in which it is judged", () => {
    const past = handedIn();
    const artifact = `a${past.state.head}`;
    for (const number of [3, 4]) past.turn(`turn/${number}`, "bo");
    past.accepts(artifact);
    expect(past.state.stage).toMatchObject({ turns: 3, settledIn: 2 });
  });

  test("of which nobody knows changes nothing", () => {
    const event = { type: "artifact.settled", artifact: "a1", verdict: "returned" } as const;
    expect(changedBy(handedIn(), { ...event, reasons: [] })).toEqual({});
  });
});
