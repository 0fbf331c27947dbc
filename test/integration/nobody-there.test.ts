import { describe, expect, test } from "vitest";
import type { AskedBy, ModelReply } from "../../src/core/ports/model.ts";
import { FakeSession, modelOf } from "../support/fake-session.ts";
import { planned } from "../support/plans.ts";
import { says } from "../support/scripted-model.ts";

const half = 30 * 60 * 1000;

/** A run that nobody watches. */
async function alone(
  at: FakeSession,
  reply: (by: AskedBy) => ModelReply | undefined,
  tasks = [planned("t1"), planned("t2")],
) {
  const model = modelOf(reply, tasks);
  const ending = await at.run({ model, waitMs: half });
  return { ending, asked: model.asked };
}

describe("a question of the talk holds no run that nobody watches", () => {
  const asks = ({ thread, ask }: AskedBy) =>
    thread === "coach/refinement.1/1" && ask <= 2
      ? says.call("ask_pm", { question: `Question ${ask}?`, options: ["A", "B"] })
      : undefined;

  test("after its deadline the team settles it, and asks no second one", async () => {
    const at = await new FakeSession({ policy: { pace: "auto" } }).open();
    const { ending } = await alone(at, asks);
    expect(ending).toMatchObject({ kind: "waiting" });
    expect(at.waits).toMatchObject([{ kind: "ship" }]);
    expect(at.events("question.asked")).toMatchObject([{ text: "Question 1?", dueAt: expect.any(String) }]);
    expect(at.events("question.answered")).toMatchObject([
      { how: "deadline", text: expect.stringContaining("as an assumption") },
    ]);
    const refused = at.events("tool.settled").filter(({ text }) => text.startsWith("Not asked: nobody"));
    expect(refused).toHaveLength(1);
    expect(at.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(half);
  });

  test("at every other pace it waits for the person at once", async () => {
    const at = await new FakeSession({ policy: { pace: "normal" } }).open();
    expect((await alone(at, asks)).ending).toMatchObject({ kind: "waiting" });
    expect(at.waits).toMatchObject([{ kind: "question", text: "Question 1?" }]);
    expect(at.clock.slept).toEqual([]);
  });
});

test("tasks that a person would give out are given out", async () => {
  const at = await new FakeSession({ policy: { pace: "auto", assign: "hand" } }).open();
  expect((await alone(at, () => undefined)).ending).toMatchObject({ kind: "waiting" });
  expect(at.waits).toMatchObject([{ kind: "ship" }]);
});

const t1 = /^coding\/t1\./;
const blocked = (kind: string) => ({
  summary: "Cannot",
  blocked: { kind, explanation: "There is no database." },
});

/** What one engineer does that nobody answers, and what of its task waits for the person in the end. */
const dilemmas: readonly [what: string, reply: (by: AskedBy) => ModelReply, wait: object][] = [
  [
    "asks what the architect cannot answer",
    () => says.call("ask_question", { question: "Which port?" }),
    { kind: "task", why: "unanswered" },
  ],
  [
    "is blocked by what must be there first",
    () => says.call("done", blocked("prerequisite")),
    { kind: "task", why: "prerequisite" },
  ],
  [
    "never gets anywhere",
    ({ ask }) => says.call("list_files", { path: `${ask}` }),
    { kind: "task", why: "failed" },
  ],
];

test.each(dilemmas)("an engineer who %s holds its own task only", async (_, reply, wait) => {
  const at = await new FakeSession({ policy: { phases: ["implementation"], pace: "auto" } }).build([
    planned("t1"),
    planned("t2"),
    planned("t3", "t2"),
  ]);
  const { ending, asked } = await alone(at, (by) => {
    if (by.thread.startsWith("answer/")) return says.call("submit_reply", { cannot: "It is about money." });
    return t1.test(by.thread) ? reply(by) : undefined;
  });
  expect(ending).toMatchObject({ kind: "waiting" });
  expect(at.waits).toMatchObject([{ task: "t1", ...wait }]);
  expect(at.events("task.moved").flatMap((one) => (one.trigger === "landed" ? [one.task] : []))).toEqual([
    "t2",
    "t3",
  ]);
  expect(asked.length).toBeLessThan(120);
});
