import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { waiting } from "../../../../test/support/waiting.ts";
import { meetingPolicy } from "../../terms/meeting/meeting.ts";
import { answerSize, type SizeAnswer, sizeWaits } from "./size.ts";

function answered(answer: SizeAnswer) {
  const { state } = waiting.size();
  const [wait] = state.stage ? sizeWaits(state, state.stage) : [];
  if (!wait) throw new Error("it is not asked how");
  const drafts = answerSize({ wait, answer, at: state, first: state.head + 1 });
  return "refused" in drafts ? drafts : drafts.map(({ event }) => event);
}

test("talked about, nothing but that is recorded", () => {
  expect(answered({ kind: "talk" })).toEqual([{ type: "size.settled", how: "talk" }]);
});

test("simply done, it is one task with an engineer in the same append", () => {
  const { head } = waiting.size().state;
  expect(answered({ kind: "do" })).toMatchObject([
    { type: "size.settled", how: "do" },
    { type: "policy.changed" },
    { type: "artifact.submitted", kind: "tasks" },
    { type: "artifact.settled", artifact: `a${head + 3}`, verdict: "accepted" },
    { type: "tasks.planned", from: `a${head + 3}` },
    { type: "task.assigned", task: "t1" },
    { type: "phase.requested", phase: "implementation" },
  ]);
});

test("after the first turn nobody is asked any more", () => {
  const past = waiting.size();
  past.turn("turn/refinement.1/1", "ada");
  expect(past.state.stage && sizeWaits(past.state, past.state.stage)).toEqual([]);
});

test("nobody is asked about work for several, at pace auto, on a later visit, or when the talk is over", () => {
  const asked = (happens: (past: ReturnType<typeof waiting.size>) => void) => {
    const past = waiting.size();
    happens(past);
    return past.state.stage && sizeWaits(past.state, past.state.stage).length;
  };
  expect(asked(() => {})).toBe(1);
  const sized = { type: "work.sized", tasks: 2, why: "" } as const;
  expect(asked((past) => past.harness({ ...sized, size: "task" }))).toBe(1);
  expect(asked((past) => past.harness({ ...sized, size: "parallel" }))).toBe(0);
  expect(asked((past) => past.human({ type: "policy.changed", patch: { pace: "auto" }, why: "" }))).toBe(0);
  expect(asked((past) => past.human({ type: "size.settled", how: "talk" }))).toBe(0);
  expect(asked((past) => past.enters("refinement", 2))).toBe(0);
  expect(asked((past) => past.signals())).toBe(0);
});

test("it waits under the id of its fact, with what the coach says", () => {
  const { state } = waiting.size();
  expect(state.stage && sizeWaits(state, state.stage)).toEqual([
    { kind: "size", id: `z${state.head}`, since: state.head, size: "chain", tasks: 2, why: "One file." },
  ]);
});

test("a person who has chosen a meeting by then is not asked, and nobody is where the team has left the talk", () => {
  const asked = (meeting: "none" | "short" | "full", phase: "meeting" | "implementation") => {
    const past = Past.opened({ policy: meetingPolicy(meeting) });
    past.enters(phase);
    past.add("coach", { type: "work.sized", size: "task", tasks: 1, why: "" });
    return past.state.stage && sizeWaits(past.state, past.state.stage).length;
  };
  expect(asked("short", "meeting")).toBe(1);
  expect(asked("none", "meeting")).toBe(0);
  expect(asked("full", "meeting")).toBe(0);
  expect(asked("short", "implementation")).toBe(0);
});
