import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { say } from "../../app/say/say.ts";
import type { FindingAnswer } from "../../core/facts/finding-schema.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Entry } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { appended, toArray } from "../../core/text/appended.ts";
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

describe("what holds a task up, from its state alone", () => {
  const coding = "coding/t1.1";

  /** The state in which the author of a task with these findings is about to hand it in again. */
  async function handing(found: readonly object[]): Promise<State> {
    const states: State[] = [];
    await built((by, { state }) => {
      if (by.thread === coding && by.ask === 2) states.push(state);
      if (by.thread === coding && by.ask > 1)
        return finished(found.map((_, index) => fixed(`1.${index + 1}`)));
      return by.thread === "review/t1.1/1"
        ? says.call("review_complete", { status: "changes", feedback: "Things.", findings: found })
        : undefined;
    });
    const [state] = states;
    if (!state) throw new Error("it was not handed in again");
    return state;
  }

  const two = once(() => handing(findings));

  /** With one more entry in the conversation. */
  function heard(state: State, entry: Partial<Entry>): State {
    const all = toArray(state.transcript);
    const seq = state.head + 1;
    const said: Entry = { seq, at: "t", actor: "human", text: "Hello.", size: 6, ...entry };
    return { ...state, transcript: appended([...all, said]) };
  }

  const unread = [expect.stringContaining("The product manager has said something")];
  const answers = [fixed("1.1"), fixed("1.2")] as readonly FindingAnswer[];
  const faults = (state: State, handed: Parameters<typeof doneFaults>[2] = { answers }) =>
    doneFaults(state, coding, handed);

  test("only words of the person to the author or to everybody, after it was asked", async () => {
    const state = await two();
    const askedAt = state.threads.flatMap(({ loops }) =>
      loops.flatMap(({ asks }) => toArray(asks).map((ask) => ask.askedAt)),
    );
    const last = Math.max(...askedAt);
    expect(faults(state)).toEqual([]);
    expect(faults(heard(state, {}))).toEqual(unread);
    expect(faults(heard(state, { seq: last }))).toEqual([]);
    expect(faults(heard(state, { seq: last + 1 }))).toEqual(unread);
    expect(faults(heard(state, { actor: "bo" }))).toEqual([]);
    expect(faults(heard(state, { answers: "l1" }))).toEqual([]);
    expect(faults(heard(state, { text: "@ada and @bo, look." }))).toEqual(unread);
    expect(faults(heard(state, { text: "@bo, look." }))).toEqual([]);
    expect(faults(heard(state, { text: "@bo, look.", to: ["ada"] }))).toEqual(unread);
    expect(faults(heard(state, { text: "@ada, look.", to: ["bo"] }))).toEqual([]);
    expect(faults(heard(heard(state, { actor: "bo" }), {}))).toEqual(unread);
    expect(faults(heard(heard(state, {}), { actor: "bo" }))).toEqual(unread);
  });

  test("findings without an answer and answers without a finding, each told by id", async () => {
    const state = await two();
    const asked = "Answer each finding by its id, in `answers`: fixed, or refuted, and why.";
    expect(faults(state, {})).toEqual([`${asked} Without an answer: 1.1, 1.2.`]);
    expect(faults(state, { answers: answers.slice(1) })).toEqual([`${asked} Without an answer: 1.1.`]);
    const odd = [fixed("2.1"), fixed("1.3")] as readonly FindingAnswer[];
    expect(faults(state, { answers: [...answers, ...odd] })).toEqual([
      `${asked} There is no finding 2.1, 1.3; there are 1.1, 1.2.`,
    ]);
    expect(faults(state, { answers: odd })).toEqual([
      `${asked} Without an answer: 1.1, 1.2. There is no finding 2.1, 1.3; there are 1.1, 1.2.`,
    ]);
    expect(faults(heard(state, {}), {})).toEqual([...unread, `${asked} Without an answer: 1.1, 1.2.`]);
  });

  test("an answer that was given before is not asked for again", async () => {
    const state = await two();
    const { t1 } = state.tasks;
    if (!t1?.review) throw new Error("t1 has no review");
    const given = { ...t1, review: { ...t1.review, answers: answers.slice(0, 1) } };
    const later: State = { ...state, tasks: { ...state.tasks, t1: given } };
    expect(faults(later, { answers: answers.slice(1) })).toEqual([]);
  });

  test("a single finding needs no list", async () => {
    expect(faults(await handing(findings.slice(0, 1)), {})).toEqual([]);
  });

  test("a task that is blocked, and a thread that is not there or belongs to no task, hold nobody up", async () => {
    const state = await two();
    expect(faults(state, { blocked: { kind: "environment", explanation: "a key is missing" } })).toEqual([]);
    expect(doneFaults(state, "coding/t9.1", {})).toEqual([]);
    const threads = state.threads.map(({ task: _, ...thread }) => thread);
    expect(faults({ ...state, threads }, {})).toEqual([]);
  });

  test("an author who was never asked has read everything there is", async () => {
    const state = await two();
    const threads = state.threads.map((thread) => ({ ...thread, loops: [] }));
    expect(faults(heard({ ...state, threads }, {}))).toEqual([]);
  });
});

/** Played only once, however many tests need it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
