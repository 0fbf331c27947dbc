import { describe, expect, test } from "vitest";
import { taskNamed } from "../../src/app/say/task-named.ts";
import { splitTask } from "../../src/app/tasks/split-task.ts";
import type { ModelReply } from "../../src/core/ports/model.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { boardOf } from "../../src/core/views/plan/board.ts";
import { answersAll } from "../support/answers-all.ts";
import { checkEveryPrefix } from "../support/check-every-prefix.ts";
import { FakeSession, modelOf, obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { planned } from "../support/plans.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import { says } from "../support/scripted-model.ts";

const tasks = [
  planned("t1"),
  { ...planned("t2"), done: ["it adds", "it subtracts"], checks: ["npm test"], avoid: ["eval"] },
  planned("t3", "t2"),
];
const part = { approach: "So.", requirements: [] as string[], carries: [] as number[], done: [] as string[] };
const parts = [
  { ...part, title: "Add", requirements: ["r1"], carries: [1], files: ["add.js"] },
  { ...part, title: "Subtract", carries: [2, 3], files: ["subtract.js"] },
  { ...part, title: "Join them", done: ["both are exported"], after: [1, 2] },
];
const divides = says.call("split_task", { parts, why: "Two sums." });

type Cast = (thread: string, ask: number) => ModelReply | undefined;

async function opened(all: readonly PlannedTask[] = tasks): Promise<FakeSession> {
  const asks = { turn: 4, artifact: 3, coding: 3, review: 3 };
  return new FakeSession({ policy: { pace: "auto", phases: ["implementation"], asks } }).build(all);
}

async function runs(session: FakeSession, cast: Cast): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  const model = modelOf(({ thread, ask }, _, request) => {
    told.set(`${thread}#${ask}`, JSON.stringify(request.messages));
    return cast(thread, ask);
  }, tasks);
  await session.run({ model });
  return told;
}

/** As the command does, before anything is built. */
async function asks({ journal }: FakeSession, task: string, words = ""): Promise<void> {
  await journal.append(() => [{ actor: "human", event: { type: "split.requested", task, words } }]);
}

const isSplit = (thread: string) => thread.startsWith("split/");

describe("a task that a person wants divided", () => {
  test("waits for the person's yes, while the others go on; then its parts are built in its place", async () => {
    const session = await opened();
    await asks(session, "t2", "By sign.");
    const told = await runs(session, (thread) => (isSplit(thread) ? divides : undefined));
    expect(told.get("split/t2.1/1#1")).toContain("How it should be divided: By sign.");
    expect(told.get("split/t2.1/1#1")).toContain("3. npm test");
    expect(session.waits).toMatchObject([{ kind: "split", task: "t2" }]);
    expect(boardOf(session.state).map(({ id, state }) => `${id} ${state}`)).toEqual([
      "t1 landed",
      "t2 needs you",
      "t3 queued",
    ]);
    await session.answer({ kind: "split" });
    const built = await runs(session, () => undefined);
    expect(session.state.tasks.t2).toMatchObject({
      state: "CANCELLED",
      disposition: "split",
      into: ["t4", "t5", "t6"],
    });
    expect(session.state.artifacts.tasks?.body.tasks).toEqual([
      tasks[0],
      tasks[1],
      expect.objectContaining({ id: "t4", done: ["it adds"], requirements: ["r1"], avoid: ["eval"] }),
      expect.objectContaining({ id: "t5", done: ["it subtracts"], checks: ["npm test"], avoid: ["eval"] }),
      expect.objectContaining({ id: "t6", done: ["both are exported"], dependsOn: ["t4", "t5"] }),
      { ...tasks[2], dependsOn: ["t6"] },
    ]);
    expect(built.get("coding/t4.1#1")).toContain(
      "It is a part of t2, Build t2, which was divided; t5, t6 bring",
    );
    const over = Object.values(session.state.tasks).map(({ id, state }) => `${id} ${state}`);
    expect(over.toSorted()).toEqual(["t1 DONE", "t2 CANCELLED", "t3 DONE", "t4 DONE", "t5 DONE", "t6 DONE"]);
    // What was divided is all there, so nothing is said to be missing from what can be shipped.
    const [wait, ...more] = session.waits;
    expect([wait?.kind, more]).toEqual(["ship", []]);
    expect(wait).not.toHaveProperty("missing");
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("goes on where it was if the person leaves it whole, or the architect says that it has to stay one", async () => {
    for (const how of ["the person", "the architect", "no result"] as const) {
      const session = await opened();
      let asked = false;
      await runs(session, (thread) => {
        if (isSplit(thread))
          return how === "the person"
            ? divides
            : how === "the architect"
              ? says.call("split_task", { why: "No.", cannot: "It is one line." })
              : says.text("Hm.");
        if (thread !== "coding/t2.1" || asked) return undefined;
        asked = true;
        void splitTask(session.journal, "t2", "");
        return says.call("list_files");
      });
      if (how === "the person") {
        await session.answer({ kind: "whole" });
        await runs(session, () => undefined);
      }
      expect(session.state.tasks.t2).toMatchObject({ state: "DONE", attempt: 1, disposition: "landed" });
      const words = {
        "the person": "",
        "the architect": "architect says: It is one line.",
        "no result": "did not divide it",
      };
      expect(session.events("split.settled")).toMatchObject([
        { how: "whole", words: expect.stringContaining(words[how]) },
      ]);
      await checkEveryPrefix(session.log.facts, session.blobs.get);
    }
  });

  test("is divided in another way as long as the person says so, each time in another conversation", async () => {
    const session = await opened();
    await asks(session, "t2");
    await runs(session, (thread) => (isSplit(thread) ? divides : undefined));
    await session.answer({ kind: "divide", words: "Not by sign." });
    const told = await runs(session, (thread) => (isSplit(thread) ? divides : undefined));
    expect(told.get("split/t2.1/2#1")).toContain("How it should be divided: Not by sign.");
    expect(session.waits).toMatchObject([{ kind: "split", task: "t2" }]);
  });

  test("loses nothing: a division that leaves something out comes back to the architect", async () => {
    const session = await opened();
    await asks(session, "t2");
    const [first, second, third] = parts;
    const wrong = [
      { ...first, carries: [] },
      { ...second, carries: [2, 9] },
      { ...third, after: [3], done: [] },
    ];
    const told = await runs(session, (thread, ask) =>
      isSplit(thread)
        ? ask === 1
          ? says.call("split_task", { parts: wrong, why: "So." })
          : divides
        : undefined,
    );
    const back = told.get("split/t2.1/1#2");
    for (const words of [
      "No part takes over criterion 1.",
      "No part takes over criterion 3.",
      "t2 has no criterion 9.",
      "Part 1 has no criteria",
      "Part 3 has no criteria",
      "Part 3 cannot come after part 3",
    ])
      expect(back).toContain(words);
    expect(session.waits).toMatchObject([{ kind: "split" }]);
  });
});

test("the architect divides a task that got nowhere, if it says so", async () => {
  const session = await opened();
  const told = await runs(session, (thread) => {
    if (isSplit(thread)) return divides;
    if (thread.startsWith("budget/t2"))
      return says.call("budget_decision", { decision: "split", words: "Cut it by sign." });
    return thread.startsWith("coding/t2") ? says.call("list_files") : undefined;
  });
  expect(told.get("split/t2.1/1#1")).toContain("How it should be divided: Cut it by sign.");
  expect(session.waits).toMatchObject([{ kind: "split", task: "t2" }]);
  await session.answer({ kind: "split" });
  await runs(session, () => undefined);
  expect(session.events("task.moved")).toContainEqual(
    expect.objectContaining({ task: "t2", from: "BUDGET_REVIEW", trigger: "split", to: "CANCELLED" }),
  );
  expect(session.state.tasks.t3).toMatchObject({ state: "DONE" });
  await checkEveryPrefix(session.log.facts, session.blobs.get);
});

test("where the person leaves that task whole, the person says how it goes on", async () => {
  const session = await opened();
  const stuck: Cast = (thread) => {
    if (isSplit(thread)) return divides;
    if (thread.startsWith("budget/t2"))
      return says.call("budget_decision", { decision: "split", words: "Cut it." });
    return thread.startsWith("coding/t2") ? says.call("list_files") : undefined;
  };
  await runs(session, stuck);
  await session.answer({ kind: "whole" });
  await runs(session, stuck);
  expect(session.waits).toMatchObject([{ kind: "task", task: "t2", why: "requests" }]);
});

describe("killed anywhere, a division comes to the same", () => {
  test.each(["before", "after"] as const)("%s", async (walk: Walk) => {
    const session = await opened([planned("t1"), planned("t2", "t1")]);
    await asks(session, "t1");
    const points = new Set<string>();
    const model = modelOf(() => undefined, [planned("t1")]);
    for (const answer of [undefined, { kind: "split" as const }]) {
      if (answer) await session.answer(answer);
      for (;;) {
        const doom = new Doom(walk, points);
        const ended = await Promise.race([session.run({ model, doom }), doom.died]);
        if (typeof ended !== "string") break;
      }
    }
    expect(points.size).toBeGreaterThan(3);
    expect(session.events("split.proposed")).toHaveLength(1);
    expect(session.events("task.landed").map(({ task }) => task)).toEqual(["t3", "t4", "t2"]);
    expect(taskNamed(session.state, "t2").plan.dependsOn).toEqual(["t4"]);
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });
});

/** An engineer that never comes to an end, and an architect that divides. */
function answers({ tools, messages }: Asked) {
  const names = new Set(tools.map(({ name }) => name));
  if (names.has("split_task"))
    return { text: "", calls: [{ tool: "split_task", input: { parts: halves, why: "Two." } }] };
  if (names.has("review_complete")) return { text: "Hm.", calls: [] };
  const reply = answersAll(obliging({ thread: "coding/t1.1", ask: 1, seat: "somebody" }), { messages });
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

const halves = [
  { title: "One half", approach: "So.", carries: [1] },
  { title: "The other", approach: "So.", done: ["It is there."], after: [1] },
];

test("the command asks for it, the inbox shows the parts, and the reply plans them", async () => {
  const at = await providedHere({ server: { answers } });
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  expect((await at.huddle(["task", "split", "t9"])).stderr).toContain("There are: t1.");
  expect(await at.json(["task", "split", "t1", "-m", "Two halves."])).toMatchObject({
    task: "t1",
    how: "now",
  });
  await at.huddle(["run"]);
  const inbox = await at.huddle(["inbox"]);
  expect(inbox.stdout).toContain("t1 would become 2 tasks");
  const [, id = ""] = /\b(x\d+)\b/.exec(inbox.stdout) ?? [];
  expect(inbox.stdout).toContain("2. The other, after 1");
  expect((await at.huddle(["task", "split", "t1"])).stderr).toContain(`your answer to ${id}`);
  expect((await at.huddle(["reply", id, "yes"])).code).toBe(0);
  const tasks = (await at.huddle(["tasks"])).stdout;
  expect(tasks).toMatch(/t1 .*split/);
  expect(tasks).toMatch(/t3 .*queued/);
  expect((await at.huddle(["task", "split", "t1"])).stderr).toContain("nothing to divide");
});
