import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { say } from "../../app/say/say.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { State } from "../../core/state/state.ts";
import { doneFaults } from "./done-faults.ts";

type Play = (by: AskedBy, session: FakeSession) => Promise<ModelReply | undefined> | ModelReply | undefined;

const checks = { quick: [{ name: "tests", run: "npm test" }], full: [], timeoutMs: 1_000 };

/** One task of ada's. What its author and its reviewer were told last, by thread and ask. */
async function built(play: Play): Promise<{ session: FakeSession; told: ReadonlyMap<string, string> }> {
  const session = await new FakeSession({
    policy: { phases: ["implementation"], pace: "auto", checks },
  }).open();
  await session.journal.append(() => [
    { actor: "human", event: { type: "tasks.planned", tasks: [planned("t1")], from: "a1" } },
    { actor: "human", event: { type: "task.assigned", task: "t1", seat: "ada", why: "by hand" } },
  ]);
  const told = new Map<string, string>();
  await session.run({
    model: modelOf(async (by, _, request) => {
      told.set(`${by.thread}#${by.ask}`, JSON.stringify(request.messages).replaceAll("\\n", "\n"));
      return play(by, session);
    }),
  });
  expect(session.state.tasks.t1?.landed).toBeDefined();
  return { session, told };
}

const finished = (answers?: object[]) =>
  says.calls(
    { tool: "write_file", input: { path: "t1.txt", content: `${JSON.stringify(answers)}\n` } },
    { tool: "done", input: { summary: "Build t1", ...(answers && { answers }) } },
  );

test.each([
  ["to everybody", "Keep it short."],
  ["to the author", "@ada keep it short."],
])(
  "10.33: words %s that come while the author works are read before its task is finished",
  async (_, words) => {
    const { session, told } = await built(async ({ thread, ask }, at) => {
      if (thread === "coding/t1.1" && ask === 1) await say(at.journal, words);
      return thread === "coding/t1.1" ? finished() : undefined;
    });
    const second = told.get("coding/t1.1#2");
    expect(second).toContain("The product manager has said something since you were asked");
    expect(second).toContain(words);
    expect(told.has("coding/t1.1#3")).toBe(false);
    expect(session.state.tasks.t1?.returns).toEqual([]);
  },
);

test("10.33: words to somebody else hold nobody up", async () => {
  const { told } = await built(async ({ thread, ask }, at) => {
    if (thread === "coding/t1.1" && ask === 1) await say(at.journal, "@bo look at the docs.");
    return undefined;
  });
  expect(told.has("coding/t1.1#2")).toBe(false);
});

const findings = [{ text: "Zero is not doubled." }, { text: "The platform rounds it." }];
const fixed = (finding: string) => ({ finding, answer: "fixed", why: "It is now." });
const reviewer = ({ thread }: AskedBy) =>
  thread === "review/t1.1/1"
    ? says.call("review_complete", { status: "changes", feedback: "Two things.", findings })
    : undefined;

test.each<[string, object[] | undefined, string]>([
  ["none", undefined, "Without an answer: 1.1, 1.2."],
  ["one of two", [fixed("1.1")], "Without an answer: 1.2."],
  ["one that nobody found", [fixed("1.1"), fixed("1.2"), fixed("1.7")], "There is no finding 1.7; there are"],
])("10.34: with %s, answers to findings are asked for once", async (_, answers, words) => {
  const { session, told } = await built((by) =>
    by.thread === "coding/t1.1" && by.ask > 1 ? finished(answers) : reviewer(by),
  );
  expect(told.get("coding/t1.1#3")).toContain(words);
  expect(told.has("coding/t1.1#4")).toBe(false);
  expect(told.get("review/t1.1/2#1")?.includes("The author says nothing about it.")).toBe(
    answers?.length !== 3,
  );
  expect(session.state.tasks.t1?.reviews).toBe(2);
});

test("10.34: that answers were asked for is known by facts, however they were asked for", async () => {
  const states: State[] = [];
  await built((by, { state }) => {
    if (by.thread !== "coding/t1.1" || by.ask === 1) return reviewer(by);
    states.push(state);
    return finished();
  });
  const [first, second] = states.map((state): State => {
    return JSON.parse(JSON.stringify(state).replaceAll("Answer each finding", "Say something about each"));
  });
  expect(first && doneFaults(first, "coding/t1.1", {})).toHaveLength(1);
  expect(second && doneFaults(second, "coding/t1.1", {})).toEqual([]);
});

test("10.34: words of the person and missing answers are told at once, and answers that were given are not forgotten", async () => {
  const all = [fixed("1.1"), fixed("1.2")];
  const { told } = await built(async (by, { journal }) => {
    if (by.thread !== "coding/t1.1" || by.ask === 1) return reviewer(by);
    if (by.ask === 2) await say(journal, "Keep it short.");
    if (by.ask === 3) await say(journal, "And simple.");
    return finished(by.ask === 3 ? all : undefined);
  });
  expect(told.get("coding/t1.1#3")).toContain("The product manager has said something");
  expect(told.get("coding/t1.1#3")).toContain("Without an answer: 1.1, 1.2.");
  expect(told.get("coding/t1.1#4")).toContain("The product manager has said something");
  expect(told.has("coding/t1.1#5")).toBe(false);
});

test("10.34: answers that were handed in with a call that was sent back for other words are asked for again", async () => {
  const { told } = await built(async (by, { journal }) => {
    if (by.thread !== "coding/t1.1" || by.ask === 1) return reviewer(by);
    if (by.ask === 2) await say(journal, "Keep it short.");
    return finished(by.ask === 2 ? [fixed("1.1"), fixed("1.2")] : undefined);
  });
  expect(told.get("coding/t1.1#3")).not.toContain("Without an answer");
  expect(told.get("coding/t1.1#4")).toContain("Without an answer: 1.1, 1.2.");
  expect(told.has("coding/t1.1#5")).toBe(false);
});

test("10.34: an answer that was given stands when the task comes back for another reason", async () => {
  let runs = 0;
  const { told } = await built((by, { world }) => {
    if (by.thread !== "coding/t1.1" || by.ask === 1) return reviewer(by);
    if (by.ask === 2) world.judge = () => ++runs > 1;
    return by.ask === 2 ? finished([fixed("1.1"), fixed("1.2")]) : finished([]);
  });
  expect(told.get("coding/t1.1#3")).toContain("Your task is back with you");
  expect(told.get("review/t1.1/2#1")).not.toContain("The author says nothing about it.");
});
