import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { waitingCases } from "../../../../test/support/waiting.ts";
import { decide } from "../../decide/decide.ts";
import type { Wait, WaitOf } from "../../decide/waits/wait.ts";
import { inboxOf } from "../inbox/inbox.ts";
import { nextAnswer } from "../next/next-step.ts";
import { firstWait } from "./first-wait.ts";

/** t3 and t4 build on t2, one on the other. */
const { state } = Past.opened().reaches("implementation", [
  planned("t1"),
  planned("t2"),
  planned("t3", "t2"),
  planned("t4", "t3"),
]);

const question = (since: number, task?: string, dueAt?: string): WaitOf<"question"> => ({
  kind: "question",
  id: `q${since}`,
  since,
  from: "ada",
  text: "",
  options: [],
  thread: "x",
  ...(task !== undefined && { task }),
  ...(dueAt !== undefined && { dueAt }),
});
const stuck = (since: number, step: string): WaitOf<"stuck"> => ({
  kind: "stuck",
  id: `s${since}`,
  since,
  step,
  error: "",
});
const budget = (since: number, scope: string): WaitOf<"budget"> => ({
  kind: "budget",
  id: `b${since}`,
  since,
  scope,
  unit: "money",
  why: "",
});
const ship: WaitOf<"ship"> = { kind: "ship", id: "p1", since: 1 };
const provider: WaitOf<"provider"> = {
  kind: "provider",
  id: "u1",
  since: 1,
  scope: "acme",
  isDoubtful: false,
  failure: "rate",
  why: "",
  seats: [],
  tasks: ["t2"],
};

test.each<[why: string, waits: readonly Wait[], first: string | undefined]>([
  ["nothing waits", [], undefined],
  ["among equals the oldest", [question(5, "t1"), question(4, "t1")], "q4"],
  ["what holds up the whole team", [question(3, "t2"), question(9)], "q9"],
  ["a budget of the session holds up all", [question(3, "t2"), budget(9, "session")], "b9"],
  ["a budget of one task does not", [question(3, "t2"), budget(9, "task:t1")], "q3"],
  ["a step of the team holds up all", [question(3, "t2"), stuck(9, "enter/planning.1")], "s9"],
  ["a step of one task does not", [question(3, "t2"), stuck(9, "task/t1/1/CODING@4")], "q3"],
  [
    "what holds up most tasks, also through others",
    [question(3, "t1"), question(4, "t3"), question(9, "t2")],
    "q9",
  ],
  [
    "what ends without an answer, soonest first",
    [
      question(3, "t2"),
      question(8, "t1", "2026-01-01T12:00:00.000Z"),
      question(9, "t1", "2026-01-01T11:00:00.000Z"),
    ],
    "q9",
  ],
  ["handing over comes after what holds up work", [ship, question(9, "t1")], "q9"],
  ["what ends by itself comes last", [provider, question(9, "t1")], "q9"],
  ["also after handing over", [provider, { ...ship, since: 9 }], "p1"],
])("%s", (_, waits, first) => {
  expect(firstWait(state, waits)?.id).toBe(first);
  expect(firstWait(state, waits.toReversed())?.id).toBe(first);
});

test.each(waitingCases)("$name: Next, and the item of the inbox that is marked, are the same", ({ past }) => {
  const { state: at, now } = past();
  const marked = inboxOf(at, now).filter((item) => item.first);
  expect(marked.map(({ id }) => id)).toEqual([firstWait(at, decide(at, now).waits)?.id]);
  expect(nextAnswer(at, now)?.command).toBeDefined();
});
