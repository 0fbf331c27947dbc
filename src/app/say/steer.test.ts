import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { decide } from "../../core/decide/decide.ts";
import type { Request } from "../../core/ports/request.ts";
import { toArray } from "../../core/text/appended.ts";
import { advance } from "./advance.ts";
import { assign } from "./assign.ts";
import { goBack, skipPhase } from "./change-phase.ts";
import { replyTo } from "./reply-to.ts";
import { say } from "./say.ts";

// A person steers a talk: breaks in, answers, goes back, skips, lets it go on, says who builds what.

const question = says.call("ask_pm", { question: "Large or small?", options: ["large", "small"] });

/** Runs until only a person can go on. */
function runs(session: FakeSession, model = modelOf()) {
  return session.run({ model });
}

function decided(session: FakeSession) {
  return decide(session.state, session.clock.now());
}

function waits(session: FakeSession): readonly string[] {
  return decided(session).waits.map((wait) => wait.kind);
}

describe("saying something", () => {
  test("answers the only open question, also by the number of an option; options and answer are shown together", async () => {
    const session = await new FakeSession().open();
    await runs(
      session,
      modelOf(({ thread, ask }) => (thread === "coach/refinement.1/1" && ask === 1 ? question : undefined)),
    );
    expect(waits(session)).toEqual(["question"]);
    const { kind } = await say(session.journal, "2");
    expect(kind).toBe("answered");
    expect(session.state.questions).toEqual({});
    const last = toArray(session.state.transcript).at(-1)?.text;
    expect(last).toBe("coach asked: Large or small? (large / small)\nAnswer: small");
  });

  test.each([
    ["2, and keep it short", "(large / small)\n[product manager m24 answers] small – and keep it short"],
    ["1 and 2, by turns", "(1: large / 2: small)\n[product manager m24 answers] 1 and 2, by turns"],
    ["neither", "(large / small)\n[product manager m24 answers] neither"],
  ])("10.36: the answer %j reaches the others with the words of its options", async (typed, words) => {
    const session = await new FakeSession().open();
    await runs(
      session,
      modelOf(({ thread, ask }) => (thread === "coach/refinement.1/1" && ask === 1 ? question : undefined)),
    );
    const [wait] = decided(session).waits;
    await replyTo(session.journal, wait?.id ?? "", typed, session.clock.now());
    const requests: Request[] = [];
    const next = modelOf(({ thread, ask }, _, request) => {
      if (thread === "turn/refinement.1/3" && ask === 1) requests.push(request);
      return thread === "coach/refinement.1/1" ? says.text("Go on.") : undefined;
    });
    await runs(session, next);
    const [first] = requests[0]?.messages ?? [];
    expect(first?.role === "user" && first.blocks.join("\n")).toContain(`Large or small? ${words}`);
  });

  test("to somebody by name it is a message, and the question stays", async () => {
    const session = await new FakeSession().open();
    await runs(
      session,
      modelOf(({ thread, ask }) => (thread === "coach/refinement.1/1" && ask === 1 ? question : undefined)),
    );
    const said = await say(session.journal, "What do you think?", { to: ["ada"] });
    expect(said).toMatchObject({ kind: "heard", open: [expect.stringMatching(/^q/)] });
    expect(waits(session)).toEqual(["question"]);
  });

  test("at a standstill it lets the talk go on", async () => {
    const session = await new FakeSession({ policy: { turns: 2 } }).open();
    await runs(
      session,
      modelOf(({ thread }) => (thread.startsWith("coach/") ? says.text("And now?") : undefined)),
    );
    expect(waits(session)).toEqual(["limit"]);
    expect(await say(session.journal, "Think of zero.")).toEqual({ kind: "went-on" });
    expect(decided(session).steps).toMatchObject([{ kind: "turn" }]);
  });

  test("with --now the member who speaks is asked again, with the words, and nothing half said is kept", async () => {
    const session = await new FakeSession().open();
    let requests = 0;
    const model = modelOf(async ({ thread }, signal) => {
      if (thread !== "turn/refinement.1/1") return question;
      requests += 1;
      if (requests > 1) return says.text("Then small.");
      void say(session.journal, "No, small!", { now: true });
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      throw signal.reason;
    });
    await runs(session, model);
    const types = session.log.types();
    expect(types.filter((type) => type === "model.failed")).toHaveLength(1);
    const words = toArray(session.state.transcript).map((entry) => entry.text);
    expect(words.slice(0, 2)).toEqual(["No, small!", "Then small."]);
  });

  test("with --now for somebody else nobody is stopped", async () => {
    const session = await new FakeSession().open();
    let aborted = false;
    const model = modelOf(async ({ thread }, signal) => {
      if (thread !== "turn/refinement.1/1") return undefined;
      await say(session.journal, "Bo, be brief.", { now: true, to: ["bo"] });
      await session.journal.moved(session.state.head - 1, signal);
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      aborted = signal.aborted;
      return says.text("Let us see.");
    });
    await runs(session, model);
    expect(aborted).toBe(false);
  });
});

describe("going back", () => {
  test("the words stand first in the phase's first request, and what was agreed in its charter", async () => {
    const session = await new FakeSession().open();
    await runs(session);
    await replyTo(session.journal, decided(session).waits[0]?.id ?? "", "yes", session.clock.now());
    await runs(
      session,
      modelOf(({ thread }) => (thread.startsWith("coach/planning") ? question : undefined)),
    );
    expect(session.state.stage?.phase).toBe("planning");
    await goBack(session.journal, "refinement", "r1 forgets zero");
    await runs(
      session,
      modelOf(({ thread }) => (thread.startsWith("coach/") ? question : undefined)),
    );
    expect(session.state.stage).toMatchObject({ phase: "refinement", visit: 2 });
    // The question of the phase that was left is gone; the new one waits.
    expect(waits(session)).toEqual(["question"]);
    const first = toArray(session.state.transcript, session.state.stage?.from ?? 0)[0];
    expect(first).toMatchObject({ actor: "human", text: "Back to refinement: r1 forgets zero" });
    expect(await session.blobs.get(session.state.stage?.charter ?? "")).toContain("# Scope");
  });

  test("is refused, with the reason, where it leads nowhere", async () => {
    const session = await new FakeSession().open();
    await expect(goBack(session.journal, "refinement", "")).rejects.toThrow("has not begun");
    await runs(session);
    await expect(goBack(session.journal, "planning", "")).rejects.toThrow("lies ahead");
    await expect(goBack(session.journal, "implementation", "")).rejects.toThrow("Go back to planning");
  });
});

describe("skipping", () => {
  test("leaves a phase without what it hands over, but never builds without tasks", async () => {
    const session = await new FakeSession().open();
    await runs(session);
    await skipPhase(session.journal, "clear enough");
    await runs(
      session,
      modelOf(({ thread }) => (thread.startsWith("coach/") ? question : undefined)),
    );
    expect(session.state.stage?.phase).toBe("planning");
    await expect(skipPhase(session.journal, "")).rejects.toThrow("There are no tasks yet");
  });
});

describe("who builds what", () => {
  const plan = [planned("t1"), planned("t2"), planned("t3", "t1")];

  async function plannedSession(assignment: "hand" | "volunteer"): Promise<FakeSession> {
    const session = await new FakeSession({ policy: { assign: assignment } }).open();
    const model = modelOf(
      ({ thread, seat }) =>
        thread.startsWith("volunteer/") && seat === "bo"
          ? says.call("volunteer", { tasks: [{ task: "t1", why: "I know parsers" }] })
          : undefined,
      plan,
    );
    for (let accepted = 0; accepted < 2; accepted += 1) {
      await runs(session, model);
      await advance(session.journal);
    }
    await runs(session, model);
    return session;
  }

  test("by hand: pre-code review waits until every task has somebody", async () => {
    const session = await plannedSession("hand");
    expect(decided(session).waits).toMatchObject([{ kind: "assign", tasks: ["t1", "t2", "t3"] }]);
    await assign(session.journal, {
      kind: "hand",
      pairs: [
        ["t1", "bo"],
        ["t2", "ada"],
      ],
    });
    expect(decided(session).waits).toMatchObject([{ kind: "assign", tasks: ["t3"] }]);
    await assign(session.journal, { kind: "auto" });
    expect(decided(session).steps).toMatchObject([{ key: "enter/pre-code-review.1" }]);
    const named = (pairs: readonly (readonly [string, string])[]) =>
      assign(session.journal, { kind: "hand", pairs });
    await expect(named([["t9", "ada"]])).rejects.toThrow("There is no task t9");
    await expect(named([["t1", "coach"]])).rejects.toThrow("coach cannot take a task");
  });

  test("volunteers are asked one after the other; a yes takes what they said, and fills the rest evenly", async () => {
    const session = await plannedSession("volunteer");
    const [wait] = decided(session).waits;
    expect(wait).toMatchObject({ kind: "assign" });
    await replyTo(session.journal, wait?.id ?? "", "yes", session.clock.now());
    const owners = Object.values(session.state.tasks).map(({ id, owner }) => [id, owner]);
    expect(owners).toEqual([
      ["t1", "bo"],
      ["t2", "ada"],
      ["t3", "ada"],
    ]);
    expect(decided(session).steps).toMatchObject([{ key: "enter/pre-code-review.1" }]);
  });

  test("where Huddle gives out the tasks, a call for volunteers shows their tool in those turns, and in no other", async () => {
    const session = await new FakeSession({ policy: { assign: "auto" } }).open();
    const shown = new Map<string, boolean>();
    const model = modelOf(({ thread, seat }, _, { tools }) => {
      shown.set(
        thread,
        tools.some(({ name }) => name === "volunteer"),
      );
      if (!thread.startsWith("volunteer/")) return undefined;
      return says.call("volunteer", { tasks: seat === "bo" ? [{ task: "t1", why: "I know parsers" }] : [] });
    }, plan);
    for (let accepted = 0; accepted < 2; accepted += 1) {
      await runs(session, model);
      await advance(session.journal);
    }
    await assign(session.journal, { kind: "volunteer" });
    await runs(session, model);
    const asked = [...shown.keys()].filter((thread) => shown.get(thread));
    expect(asked).toEqual(["volunteer/planning.1/1/ada", "volunteer/planning.1/1/bo"]);
    expect([...shown.keys()]).toContain("coach/planning.1/1");
    expect(waits(session)).toEqual(["assign"]);
  });
});

describe("small work", () => {
  test("done without a talk: one task, one reviewer, and then it can be shipped", async () => {
    const session = await new FakeSession({ policy: { sizing: true } }).open();
    await runs(session);
    const [wait] = decided(session).waits;
    expect(wait).toMatchObject({ kind: "size", size: "task" });
    await replyTo(session.journal, wait?.id ?? "", "do", session.clock.now());
    await runs(session);
    expect(Object.values(session.state.tasks)).toMatchObject([{ id: "t1", state: "DONE" }]);
    expect(waits(session)).toEqual(["ship"]);
    expect(session.log.types().filter((type) => type === "phase.entered")).toHaveLength(2);
  });
});

describe("what a review finds", () => {
  test("blocking findings become tasks, are built, and the whole is reviewed again", async () => {
    const session = await new FakeSession({ policy: { pace: "auto" } }).open();
    const finding = { task: "t1", severity: "blocking", text: "It loses the last digit." };
    const model = modelOf(({ thread }) =>
      thread === "artifact/code-review.1/1"
        ? says.call("submit_findings", { summary: "One.", findings: [finding] })
        : undefined,
    );
    await runs(session, model);
    expect(Object.values(session.state.tasks).map(({ id, state }) => [id, state])).toEqual([
      ["t1", "DONE"],
      ["t2", "DONE"],
    ]);
    expect(session.state.tasks.t2?.plan.done[0]).toContain("It loses the last digit.");
    expect(session.state.stage).toMatchObject({ phase: "code-review", visit: 2 });
    expect(waits(session)).toEqual(["ship"]);
  });
});

describe("an artifact", () => {
  test("can be asked for again: no talk, the same writer, the next version, and the words before it", async () => {
    const session = await new FakeSession().open();
    await runs(session);
    const [wait] = decided(session).waits;
    await replyTo(session.journal, wait?.id ?? "", "again, shorter", session.clock.now());
    expect(decided(session).steps).toMatchObject([{ key: "artifact/refinement.1/2", kind: "artifact" }]);
    expect(toArray(session.state.transcript).at(-1)?.text).toBe("shorter");
    await runs(session);
    expect(decided(session).waits).toMatchObject([{ kind: "accept", version: 2 }]);
  });
});
