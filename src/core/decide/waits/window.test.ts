import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { waiting } from "../../../../test/support/waiting.ts";
import { decide } from "../decide.ts";
import { answerWindow, type WindowAnswer, type WindowWait, windowWaits } from "./window.ts";

const now = "2027-01-01T00:00:00.000Z";

function theWait(past: Past): WindowWait {
  const [wait] = decide(past.state, now).waits;
  if (wait?.kind !== "window") throw new Error("nothing waits for room");
  return wait;
}

function answered(past: Past, answer: WindowAnswer) {
  return answerWindow({ wait: theWait(past), answer, at: past.state, first: past.state.head + 1 });
}

test("10.25: a member waits once, with what it needs and what there is", () => {
  expect(theWait(waiting.window())).toMatchObject({
    id: expect.stringMatching(/^o\d+$/),
    seat: "ada",
    needs: 5_000,
    window: 4_096,
    couldSeeLess: true,
  });
});

test("10.25: a larger window is recorded for the model, and keeps those of others", () => {
  const others = { "acme/a": 9_000 };
  const past = Past.opened({ policy: { windows: others } });
  past.enters("refinement");
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  const lack = { model: "rehearsal/test", needs: 5_000, window: 4_096, why: "x" };
  past.harness({ type: "loop.paused", loop, on: "window", ...lack });
  expect(answered(past, { kind: "widen", tokens: 8_192 })).toEqual([
    {
      actor: "human",
      event: {
        type: "policy.changed",
        patch: { windows: { ...others, "rehearsal/test": 8_192 } },
        why: "rehearsal/test has 8192 tokens",
      },
    },
  ]);
});

test.each([0, -1, 4_999, 5_000.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "10.25: a window of %d tokens would not help, and is refused",
  (tokens) => {
    expect(answered(waiting.window(), { kind: "widen", tokens })).toEqual({
      refused: "The request needs 5000 tokens: name a window at least as large.",
    });
  },
);

test("10.25: perspective changes that member alone, and is not offered twice", () => {
  const past = waiting.window();
  const drafts = answered(past, { kind: "perspective" });
  if ("refused" in drafts) throw new Error(drafts.refused);
  const [draft] = drafts;
  past.add(draft.actor, draft.event);
  expect(past.state.session.seats.map(({ id, rendering }) => [id, rendering])).toContainEqual([
    "ada",
    "perspective",
  ]);
  expect(past.state.session.seats.filter(({ rendering }) => rendering === "perspective")).toHaveLength(1);
  expect(past.wanted(now)).toContain("turn/refinement.1/1");
  const loop = past.state.threads[0]?.loops[0]?.id ?? "";
  const lack = { model: "scripted", needs: 5_000, why: "again" };
  past.harness({ type: "loop.paused", loop, on: "window", ...lack });
  expect(theWait(past).couldSeeLess).toBe(false);
  expect(answered(past, { kind: "perspective" })).toMatchObject({ refused: expect.any(String) });
});

test("10.25: a task's author is not offered another view of the talk", () => {
  const past = Past.opened().reaches("implementation");
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  const [key = ""] = past.wanted(now);
  past.threadOpens("coding/t1.1", "ada", "coding", "t1", key);
  const loop = past.loopOpens("coding/t1.1", "done", key, "Task t1.");
  past.harness({ type: "loop.paused", loop, on: "window", model: "scripted", needs: 5_000, why: "x" });
  expect(theWait(past)).toMatchObject({ couldSeeLess: false, task: "t1" });
});

test("10.25: exactly what the request needs is enough", () => {
  expect(answered(waiting.window(), { kind: "widen", tokens: 5_000 })).toMatchObject([
    { event: { patch: { windows: { "rehearsal/test": 5_000 } } } },
  ]);
});

test("10.25: a member at two tasks waits once, since the first; others wait for themselves", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3")]);
  const lack = { model: "scripted", needs: 5_000, why: "x" };
  const pauses = [
    ["t1", "ada"],
    ["t2", "bo"],
    ["t3", "ada"],
  ].map(([task = "", seat = ""]) => {
    past.threadOpens(`coding/${task}`, seat, "coding", task);
    const loop = past.loopOpens(`coding/${task}`, "done");
    return past.harness({ type: "loop.paused", loop, on: "window", ...lack }).seq;
  });
  const loops = past.state.threads.flatMap((thread) => thread.loops);
  const waits = windowWaits(past.state, [undefined, ...loops.toReversed()]);
  expect(waits.map(({ seat, since }) => [seat, since])).toEqual([
    ["bo", pauses[1]],
    ["ada", pauses[0]],
  ]);
  past.human({
    type: "seats.changed",
    seats: past.state.session.seats.filter(({ id }) => id !== "bo"),
    why: "",
  });
  for (const { loops } of past.state.threads.slice(0, 2))
    past.harness({ type: "loop.paused", loop: loops[0]?.id ?? "", on: "window", ...lack });
  const left = past.state.threads.flatMap((thread) => thread.loops);
  expect(windowWaits(past.state, left).map(({ seat }) => seat)).toEqual(["ada"]);
});
