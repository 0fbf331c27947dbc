import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned, seat } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { decide } from "../../core/decide/decide.ts";
import type { PlannedTask } from "../../core/terms/artifacts.ts";
import { goBack, skipPhase } from "./change-phase.ts";
import { replyTo } from "./reply-to.ts";
import { requestShip } from "./request-ship.ts";
import { say } from "./say.ts";

/**
 * Builds `first`; in its first review a person goes back, and then it is planned as `then` says, one after the other.
 */
async function replanned(first: readonly PlannedTask[], ...then: (readonly PlannedTask[])[]) {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const plans = [first, ...then];
  const model = modelOf(async ({ thread }) => {
    if (thread.startsWith("coach/planning"))
      return says.call("submit_tasks", { tasks: plans[(session.state.visits.planning ?? 1) - 1] });
    if (thread.startsWith("coach/pre-code-review")) {
      const tasks = Object.keys(session.state.tasks).map((task) => ({ task, approach: "so" }));
      return says.call("submit_approach", { tasks });
    }
    const left = plans.length - (session.state.visits.planning ?? 0);
    if (thread.startsWith("review/") && left > 0) await goBack(session.journal, "planning", "otherwise");
    return undefined;
  });
  const ending = await session.run({ model });
  return { session, ending };
}

test("a task that is planned differently after its first commit is built again and lands", async () => {
  const other = { ...planned("t1"), approach: "the other way" };
  const { session, ending } = await replanned([planned("t1")], [other]);
  expect(ending).toMatchObject({ kind: "waiting" });
  expect(session.state.tasks.t1).toMatchObject({ state: "DONE", attempt: 2 });
  await requestShip(session.journal, { onto: "out", how: "branch" }, session.clock.now());
  expect(await session.run({ model: modelOf() })).toMatchObject({ kind: "finished" });
});

test("a task that was planned away and comes back is another try, not the old one", async () => {
  const { session, ending } = await replanned(
    [planned("t1")],
    [planned("t2")],
    [planned("t1"), planned("t2")],
  );
  expect(ending).toMatchObject({ kind: "waiting" });
  expect(session.state.tasks).toMatchObject({
    t1: { state: "DONE", attempt: 2 },
    t2: { state: "DONE", attempt: 1 },
  });
});

test("a task that was being tested when the team went back is tested where it was left", async () => {
  const session = await new FakeSession({
    policy: { pace: "auto", checks: { quick: [{ name: "q", run: "q" }], full: [], timeoutMs: 1 } },
  }).open();
  session.world.judge = () => {
    if (session.state.visits.planning === 1) void goBack(session.journal, "planning", "look again");
    return true;
  };
  const model = modelOf();
  expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
  expect(session.state.tasks.t1).toMatchObject({ state: "DONE", attempt: 1 });
  expect(session.state.visits).toMatchObject({ planning: 2, implementation: 2 });
  expect(model.asked.filter(({ thread }) => thread.startsWith("coding/")).map(({ ask }) => ask)).toEqual([1]);
});

test("what a review finds is handed out where nobody can be asked to volunteer, and reviewed again", async () => {
  const session = await new FakeSession({ policy: { pace: "auto", assign: "volunteer" } }).open();
  const model = modelOf(({ thread }) =>
    thread === "artifact/code-review.1/1"
      ? says.call("submit_findings", {
          summary: "Not yet.",
          findings: [{ task: "t1", severity: "blocking", text: "It fails on zero." }],
        })
      : undefined,
  );
  expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
  expect(session.state.tasks).toMatchObject({ t1: { state: "DONE" }, t2: { state: "DONE", owner: "bo" } });
  expect(session.state.visits).toMatchObject({ implementation: 2, "code-review": 2 });
  const asked = model.asked.filter(({ thread }) => thread.startsWith("volunteer/"));
  expect(asked.map(({ thread }) => thread)).toEqual([
    "volunteer/planning.1/1/ada",
    "volunteer/planning.1/1/bo",
  ]);
});

test("a team that plans again is told what has landed", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  await session.run({ model: modelOf() });
  await goBack(session.journal, "planning", "look again");
  const systems: string[] = [];
  const model = modelOf(({ thread }, _, { system }) => {
    if (thread === "coach/planning.2/1") systems.push(system);
    return undefined;
  });
  await session.run({ model });
  expect(systems).toEqual([expect.stringContaining("- t1: Build t1, ada, landed")]);
});

test("a call for volunteers without an open task asks nobody", async () => {
  const session = await new FakeSession({ policy: { pace: "auto", assign: "volunteer" } }).open();
  await session.run({ model: modelOf() });
  await goBack(session.journal, "planning", "look again");
  const model = modelOf();
  expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
  expect(model.asked.filter(({ thread }) => thread.startsWith("volunteer/"))).toEqual([]);
});

test("a phase that is skipped does not wait for the answer to its question", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const model = modelOf(({ thread }) =>
    thread.startsWith("coach/pre-code-review") ? says.call("ask_pm", { question: "Tabs?" }) : undefined,
  );
  expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
  await skipPhase(session.journal, "clear enough");
  expect(session.log.facts.at(-1)).toMatchObject({
    actor: "human",
    event: { type: "message.posted", text: "We leave pre-code-review: clear enough" },
  });
  await session.run({ model: modelOf() });
  expect(session.state).toMatchObject({ questions: {}, visits: { "code-review": 1 } });
});

test("an artifact that is sent back is discussed, even by a team that had nothing left to say", async () => {
  const seats = [seat("ada"), seat("bo")];
  const session = await new FakeSession({ seats, policy: { pace: "careful" } }).open();
  const silent = modelOf(({ thread }) =>
    thread.startsWith("turn/") ? says.call("pass_turn", { reason: "Nothing." }) : undefined,
  );
  await session.run({ model: silent });
  await answerFirst(session, "end");
  await session.run({ model: silent });
  await answerFirst(session, "back it must be smaller");
  const model = modelOf(({ thread }) => (thread.startsWith("turn/") ? says.text("So be it.") : undefined));
  await session.run({ model });
  expect(model.asked[0]?.thread).toBe("turn/refinement.1/3");
});

async function answerFirst(session: FakeSession, answer: string): Promise<void> {
  const now = session.clock.now();
  const [wait] = decide(session.state, now).waits;
  await replyTo(session.journal, wait?.id ?? "", answer, now);
}

test("words to one member are in its next request, even when the others have left the phase meanwhile", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const heard: string[] = [];
  const model = modelOf(async ({ thread }, _, request) => {
    if (thread === "coach/pre-code-review.1/1")
      await say(session.journal, "Mind the clock.", { to: ["ada"] });
    if (JSON.stringify(request).includes("Mind the clock.")) heard.push(thread);
    return undefined;
  });
  await session.run({ model });
  expect(heard[0]).toBe("coding/t1.1");
});

test("the architect answers next when called while it speaks", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const model = modelOf(async ({ thread }) => {
    if (thread === "turn/refinement.1/1") return says.text("@architect, one parser or two?");
    if (thread === "architect/refinement.1/1") await say(session.journal, "@architect, and who tests it?");
    return undefined;
  });
  await session.run({ model });
  expect(model.asked.map(({ thread }) => thread).slice(0, 4)).toEqual([
    "turn/refinement.1/1",
    "architect/refinement.1/1",
    "architect/refinement.1/2",
    "turn/refinement.1/2",
  ]);
});

test("what a task began with is still in its requests when the team comes back to it", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const requests: string[] = [];
  const model = modelOf(async ({ thread }, _, request) => {
    if (thread === "coach/pre-code-review.1/1") await say(session.journal, "Tabs, please.");
    if (thread !== "coding/t1.1") return undefined;
    requests.push(JSON.stringify(request.messages[0]));
    if (requests.length === 1) await goBack(session.journal, "planning", "look again");
    return undefined;
  });
  await session.run({ model });
  expect(requests).toHaveLength(2);
  expect(requests[0]).toContain("Tabs, please.");
  expect(requests[1]).toContain("Tabs, please.");
});

test("back from small work that was to be done without a talk, the session has all its phases again", async () => {
  const session = await new FakeSession({ policy: { sizing: true } }).open();
  await session.run({ model: modelOf() });
  await answerFirst(session, "do");
  await session.run({ model: modelOf() });
  expect(decide(session.state, session.clock.now()).waits).toMatchObject([{ kind: "ship" }]);
  await goBack(session.journal, "refinement", "it is more than that");
  await session.run({ model: modelOf() });
  await answerFirst(session, "yes");
  await session.run({ model: modelOf() });
  expect(session.state.stage).toMatchObject({ phase: "planning", visit: 1 });
});

test("what a review of the fixes finds may be about a fix", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const found = (task: string) =>
    says.call("submit_findings", {
      summary: "Not yet.",
      findings: [{ task, severity: "blocking", text: "It fails." }],
    });
  const model = modelOf(({ thread }) => {
    if (thread === "artifact/code-review.1/1") return found("t1");
    return thread === "artifact/code-review.2/2" ? found("t2") : undefined;
  });
  expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
  expect(session.state.tasks).toMatchObject({
    t3: { state: "DONE", plan: { title: expect.stringContaining("t2") } },
  });
});
