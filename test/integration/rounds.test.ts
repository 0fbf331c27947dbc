import { describe, expect, test } from "vitest";
import { assign } from "../../src/app/say/assign.ts";
import { cancelTasks } from "../../src/app/say/cancel-tasks.ts";
import type { ModelReply } from "../../src/core/ports/model.ts";
import type { Policy, Seat } from "../../src/core/terms/policy.ts";
import { itemOf } from "../../src/core/views/inbox/inbox.ts";
import { FakeSession, modelOf } from "../support/fake-session.ts";
import { planned, withoutArchitect } from "../support/plans.ts";
import { says } from "../support/scripted-model.ts";

const checks = {
  quick: [
    { name: "lint", run: "lint" },
    { name: "tests", run: "test" },
  ],
  full: [{ name: "tests", run: "test" }],
  timeoutMs: 9,
};

function session(policy: Partial<Policy> = {}, seats?: readonly Seat[]): FakeSession {
  return new FakeSession({
    ...(seats && { seats }),
    policy: { phases: ["implementation"], checks, ...policy },
  });
}

type Cast = (thread: string, ask: number) => ModelReply | undefined;

const changes = (feedback: string) => says.call("review_complete", { status: "changes", feedback });
const nothing = says.call("done", { summary: "All done" });
const writes = (path: string, content: string) =>
  says.calls({ tool: "write_file", input: { path, content } }, { tool: "done", input: { summary: "Write" } });

const isReview = (thread: string) => thread.startsWith("review/");
const isCoding = (thread: string) => thread.startsWith("coding/");

/** Runs until a person is needed. The number of requests so far. */
async function runs(at: FakeSession, cast: Cast): Promise<{ asked: number; threads: readonly string[] }> {
  const model = modelOf(({ thread, ask }) => cast(thread, ask));
  expect(await at.run({ model })).toMatchObject({ kind: "waiting" });
  return { asked: model.asked.length, threads: model.asked.map((by) => by.thread) };
}

/** A model, and all words of each of its requests. */
function listening(cast: Cast = () => undefined) {
  const told: string[] = [];
  const model = modelOf(({ thread, ask }, _, request) => {
    told.push(JSON.stringify(request.messages));
    return cast(thread, ask);
  });
  return { told, model };
}

/** The one item of the inbox. */
function item(at: FakeSession) {
  const [wait, ...more] = at.waits;
  expect(more).toEqual([]);
  if (!wait) throw new Error("nothing waits");
  return { wait, ...itemOf(at.state, wait) };
}

describe("10.1: what goes in circles waits for a person", () => {
  test.each<[name: string, prepare: (at: FakeSession) => void, cast: Cast, requests: number]>([
    [
      "a reviewer who always says changes, in other words each time",
      () => {},
      (thread, ask) => (isReview(thread) ? changes(`${thread} ${ask}`) : undefined),
      6,
    ],
    [
      "a base that is red",
      (at) => {
        at.world.judge = () => false;
      },
      () => undefined,
      3,
    ],
  ])("%s", async (_, prepare, cast, requests) => {
    const at = await session({}, withoutArchitect).build();
    prepare(at);
    const { asked } = await runs(at, cast);
    expect(asked).toBe(requests);
    expect(at.state.tasks.t1?.state).toBe("BUDGET_REVIEW");
    const { wait, text, answers } = item(at);
    expect(wait).toMatchObject({ kind: "task", why: "rounds", task: "t1" });
    expect(text.match(/^[123]\. /gm)).toHaveLength(3);
    expect(answers).toEqual([
      `huddle reply ${wait.id} say "what should be different"`,
      `huddle reply ${wait.id} yes`,
      `huddle reply ${wait.id} assign bo`,
      "huddle edit tasks",
      "huddle model set <role> <model>",
      `huddle reply ${wait.id} cancel`,
    ]);
  });

  test("what came back each time is shown", async () => {
    const at = await session().build();
    await runs(at, (thread, ask) => (isReview(thread) ? changes(`Round ${thread} ${ask}.`) : undefined));
    expect(item(at).text).toBe(
      [
        "1. its review: architect asks for changes: Round review/t1.1/1 1. (finding 1.1)",
        "2. its review: architect asks for changes: Round review/t1.1/2 1. (finding 2.1)",
        "3. its review: architect asks for changes: Round review/t1.1/3 1. (finding 3.1)",
      ].join("\n"),
    );
  });

  test("more rounds are granted as often as a person wants, and each grant is bounded", async () => {
    const at = await session().build();
    const never: Cast = (thread) => (isReview(thread) ? changes("No.") : undefined);
    await runs(at, never);
    for (let grant = 0; grant < 3; grant += 1) {
      await at.answer({ kind: "continue" });
      expect((await runs(at, never)).asked).toBe(6);
    }
    await at.answer({ kind: "continue" });
    expect(await at.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });

  test("a person's words reach the engineer with what came back", async () => {
    const at = await session().build();
    await runs(at, (thread) => (isReview(thread) ? changes("Too long.") : undefined));
    await at.answer({ kind: "redirect", words: "Keep it, it is fine." });
    const { told, model } = listening();
    await at.run({ model });
    expect(told[0]).toContain("Too long.");
    expect(told[0]).toContain("About t1: Keep it, it is fine.");
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });

  test("another engineer goes on from where it stands, and reads what came back", async () => {
    const at = await session().build();
    await runs(at, (thread) => (isReview(thread) ? changes("Too long.") : undefined));
    const worktree = at.state.tasks.t1?.worktree;
    await at.answer({ kind: "reassign", seat: "bo" });
    const model = modelOf();
    await at.run({ model });
    expect(model.asked[0]).toMatchObject({ thread: "coding/t1.2", seat: "bo" });
    const opening = at.events("loop.opened").find(({ thread }) => thread === "coding/t1.2")?.opening;
    expect(opening).toContain("Task t1");
    expect(opening).toContain("Too long.");
    expect(at.state.tasks.t1).toMatchObject({ state: "DONE", owner: "bo", worktree });
  });

  test("a landing that always fails goes back with both sides, three times, and then waits", async () => {
    const at = await session({ checks: { ...checks, quick: [] } }, withoutArchitect).build();
    at.world.judge = () => false;
    await runs(at, () => undefined);
    expect(at.events("task.moved").map(({ trigger }) => trigger)).toEqual([
      ..."dispatched ready done passed approved prepared red".split(" "),
      ..."ready done passed approved prepared red".split(" "),
      ..."ready done passed approved prepared limit".split(" "),
    ]);
    expect(at.state.tasks.t1).toMatchObject({ state: "BUDGET_REVIEW", origin: "SETUP" });
    at.world.judge = () => true;
    await at.answer({ kind: "continue" });
    expect(await at.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });

  test("the other tasks go on while one waits", async () => {
    const at = await session().build([planned("t1"), planned("t2")]);
    await runs(at, (thread) => (thread.startsWith("review/t1.") ? changes("No.") : undefined));
    expect([at.state.tasks.t1?.state, at.state.tasks.t2?.state]).toEqual(["BUDGET_REVIEW", "DONE"]);
  });
});

describe("10.1: a cancelled task", () => {
  const never: Cast = (thread) => (thread.startsWith("review/t1.") ? changes("No.") : undefined);

  test("the session goes on without it, and shipping says what is missing", async () => {
    const at = await session().build([planned("t1"), planned("t2")]);
    await runs(at, never);
    await at.answer({ kind: "cancel" });
    expect(await at.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    const { wait, title, text } = item(at);
    expect(wait).toMatchObject({ kind: "ship", missing: ["t1"] });
    expect(title).toBe("The work is reviewed and can be shipped, without t1");
    expect(text).toBe("Not included: t1, Build t1 (cancelled).\nNot met as planned: r1.");
  });

  test("what builds on it waits, and can go on without it", async () => {
    const at = await session().build([planned("t1"), planned("t2", "t1")]);
    await runs(at, never);
    expect(item(at).text).toContain("t2 builds on t1. It would wait for you if you cancel it.");
    await at.answer({ kind: "cancel" });
    expect(item(at)).toMatchObject({ wait: { kind: "task", task: "t2", why: "dependency" } });
    await at.answer({ kind: "continue" });
    await at.run({ model: modelOf() });
    expect(at.state.tasks.t2?.state).toBe("DONE");
  });

  test("while its landing is under way: what has moved the branch has landed", async () => {
    const at = await session({ checks: { ...checks, full: [{ name: "land", run: "land" }] } }).build();
    at.world.judge = (_, command) => {
      // The checks of the landing: git has begun, and the branch has not moved yet.
      if (command === "land") void cancelTasks(at.journal, ["t1"], false);
      return true;
    };
    expect(await at.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    expect(at.events("cancel.requested")).toHaveLength(1);
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });

  test("while its landing is under way: what does not land is cancelled and asks for nothing", async () => {
    const at = await session({ checks: { ...checks, full: [{ name: "land", run: "land" }] } }).build();
    at.world.judge = (_, command) => {
      if (command === "land") void cancelTasks(at.journal, ["t1"], false);
      return command !== "land";
    };
    const model = modelOf();
    expect(await at.run({ model })).toMatchObject({
      kind: "failed",
      why: expect.stringContaining("cancelled"),
    });
    expect(model.asked.map(({ thread }) => thread)).toEqual(["coding/t1.1", "review/t1.1/1"]);
    expect(at.state.tasks.t1?.state).toBe("CANCELLED");
  });

  test("while its engineer is being asked: the request is stopped, and nothing more is asked", async () => {
    const at = await session().build([planned("t1"), planned("t2")]);
    const model = modelOf(async ({ thread }, signal) => {
      if (thread !== "coding/t1.1") return undefined;
      await cancelTasks(at.journal, ["t1"], false);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return undefined;
    });
    expect(await at.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked.filter(({ thread }) => thread.includes("/t1."))).toHaveLength(1);
    expect([at.state.tasks.t1?.state, at.state.tasks.t2?.state]).toEqual(["CANCELLED", "DONE"]);
  });
});

test("10.1: `huddle assign` gives a task that waits to another engineer", async () => {
  const at = await session().build();
  await runs(at, (thread) => (isReview(thread) ? changes("No.") : undefined));
  await assign(at.journal, { kind: "hand", pairs: [["t1", "bo"]] });
  await at.run({ model: modelOf() });
  expect(at.state.tasks.t1).toMatchObject({ state: "DONE", owner: "bo", attempt: 2 });
});

describe("10.2: a check that cannot start", () => {
  test("waits for a person at once, with the line that says why; later checks are not started", async () => {
    const at = await session().build();
    at.world.breaks = (command) => (command === "lint" ? "sh: 1: pnpm: not found" : undefined);
    const { asked } = await runs(at, () => undefined);
    expect(asked).toBe(1);
    expect(at.world.started).toEqual(["lint"]);
    expect(at.state.tasks.t1).toMatchObject({ state: "BLOCKED", origin: "TESTING", returns: [] });
    const { wait, title, text, answers } = item(at);
    expect(title).toBe("A check of t1 cannot start");
    expect(text).toBe("lint could not start: sh: 1: pnpm: not found");
    expect(answers).toEqual([
      `huddle reply ${wait.id} yes`,
      `huddle reply ${wait.id} say "what should be different"`,
      `huddle reply ${wait.id} cancel`,
    ]);
  });

  test("the person can tell the engineer whose change broke it", async () => {
    const at = await session().build();
    let broken = true;
    at.world.breaks = (command) => (broken && command === "lint" ? "./lint: Permission denied" : undefined);
    await runs(at, () => undefined);
    await at.answer({ kind: "redirect", words: "You removed the executable bit." });
    const { told, model } = listening((thread) => {
      if (thread === "coding/t1.1") broken = false;
      return undefined;
    });
    await at.run({ model });
    expect(told[0]).toContain("Permission denied");
    expect(told[0]).toContain("You removed the executable bit.");
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });
});

describe("10.38: after the person mended it, the checks run before anyone is asked", () => {
  test.each([
    ["testing", "lint", "TESTING"],
    ["landing", "test", "AWAIT_MERGE"],
  ] as const)("in %s", async (_, command, origin) => {
    const at = await session({ checks: { ...checks, quick: [{ name: "lint", run: "lint" }] } }).build();
    let broken = true;
    at.world.breaks = (run) => (broken && run === command ? "nosuchtool: not found" : undefined);
    await runs(at, () => undefined);
    expect(at.state.tasks.t1).toMatchObject({ state: "BLOCKED", origin });
    const { commit } = at.state.tasks.t1 ?? {};
    // Mended in vain: it waits again, still without a request.
    await at.answer({ kind: "continue" });
    expect((await runs(at, () => undefined)).asked).toBe(0);
    broken = false;
    await at.answer({ kind: "continue" });
    const model = modelOf();
    expect(await at.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked.filter(({ thread }) => isCoding(thread))).toEqual([]);
    expect(at.state.tasks.t1).toMatchObject({ state: "DONE", commit });
  });

  test("work that its engineer leaves alone is checked again, and lands when the checks are mended", async () => {
    const at = await session().build();
    let red = true;
    at.world.judge = () => !red;
    const cast: Cast = (thread, ask) => {
      if (!isCoding(thread)) return undefined;
      if (ask === 1) return writes("a.txt", "a");
      red = false;
      return nothing;
    };
    const model = modelOf(({ thread, ask }) => cast(thread, ask));
    expect(await at.run({ model })).toMatchObject({ kind: "waiting" });
    expect(at.state.tasks.t1?.state).toBe("DONE");
    expect(at.events("effect.started").filter(({ kind }) => kind === "commit")).toHaveLength(1);
  });

  test("an engineer who disagrees with a review can leave the work as it is; that is bounded, too", async () => {
    const at = await session().build();
    const cast: Cast = (thread, ask) => {
      if (isReview(thread)) return thread.endsWith("/2") ? undefined : changes("No.");
      return isCoding(thread) && ask > 1 ? nothing : undefined;
    };
    const model = modelOf(({ thread, ask }) => cast(thread, ask));
    await at.run({ model });
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });
});

describe("10.14: a conversation without a result", () => {
  test("of the engineer: offers words, another engineer, more requests, and to cancel", async () => {
    const asks = { turn: 8, artifact: 8, coding: 4, review: 3 };
    const at = await session({ asks }, withoutArchitect).build();
    const { asked } = await runs(at, (thread) =>
      isCoding(thread) ? says.call("list_files", {}) : undefined,
    );
    expect(asked).toBe(4);
    const { wait, title, text, answers } = item(at);
    expect(title).toBe("ada did not finish t1");
    expect(text).toBe("no result in 4 requests");
    expect(answers).toEqual([
      `huddle reply ${wait.id} say "what should be different"`,
      `huddle reply ${wait.id} yes`,
      `huddle reply ${wait.id} assign bo`,
      "huddle edit tasks",
      "huddle model set <role> <model>",
      `huddle reply ${wait.id} cancel`,
    ]);
    await at.answer({ kind: "continue" });
    await at.run({ model: modelOf() });
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });

  test("of the reviewer: goes on in the same review, with the person's words", async () => {
    const at = await session({ asks: { turn: 8, artifact: 8, coding: 4, review: 3 } }).build();
    await runs(at, (thread) => (isReview(thread) ? says.call("read_diff", {}) : undefined));
    expect(at.state.tasks.t1).toMatchObject({ state: "BUDGET_REVIEW", origin: "CODE_REVIEW" });
    await at.answer({ kind: "redirect", words: "Only judge the first file." });
    const { told, model } = listening();
    await at.run({ model });
    expect(model.asked[0]).toMatchObject({ thread: "review/t1.1/1", ask: 4 });
    expect(told[0]).toContain("Only judge the first file.");
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });

  test.each([
    ["environment", true],
    ["prerequisite", true],
    ["invalid-task", false],
  ] as const)("the engineer is blocked by %s: yes is offered %s", async (kind, yes) => {
    const at = await session().build();
    const blocked = { kind, explanation: "There is no database." };
    await runs(at, (thread) =>
      isCoding(thread) ? says.call("done", { summary: "Cannot", blocked }) : undefined,
    );
    const { answers, text, wait } = item(at);
    expect(text).toBe("There is no database.");
    expect(answers.includes(`huddle reply ${wait.id} yes`)).toBe(yes);
    await at.answer({ kind: "redirect", words: "Use a file." });
    const { told, model } = listening();
    await at.run({ model });
    expect(told[0]).toContain("There is no database.");
    expect(told[0]).toContain("Use a file.");
    expect(at.state.tasks.t1?.state).toBe("DONE");
  });
});
