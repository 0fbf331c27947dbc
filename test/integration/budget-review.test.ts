import { describe, expect, test } from "vitest";
import type { RunEnding } from "../../src/app/run/run-session.ts";
import type { ModelReply } from "../../src/core/ports/model.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import type { Policy } from "../../src/core/terms/policy.ts";
import { itemOf } from "../../src/core/views/inbox/inbox.ts";
import { checkEveryPrefix } from "../support/check-every-prefix.ts";
import { FakeSession, modelOf } from "../support/fake-session.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { planned } from "../support/plans.ts";
import { says } from "../support/scripted-model.ts";

const checks = {
  quick: [{ name: "tests", run: "test" }],
  full: [{ name: "tests", run: "test" }],
  timeoutMs: 9,
};

type Cast = (thread: string, ask: number) => ModelReply | undefined;

interface Played {
  readonly cast: Cast;
  readonly policy?: Partial<Policy>;
  readonly arrange?: (session: FakeSession) => void;
}

async function opened(
  { policy, arrange }: Omit<Played, "cast"> = {},
  tasks?: readonly PlannedTask[],
): Promise<FakeSession> {
  const session = new FakeSession({
    policy: {
      pace: "auto",
      phases: ["implementation"],
      checks,
      asks: { turn: 4, artifact: 3, coding: 3, review: 3 },
      ...policy,
    },
  });
  arrange?.(session);
  return session.build(tasks);
}

async function runs(
  session: FakeSession,
  cast: Cast,
): Promise<{ told: Map<string, string>; ending: RunEnding }> {
  const told = new Map<string, string>();
  const model = modelOf(({ thread, ask }, _, request) => {
    told.set(`${thread}#${ask}`, JSON.stringify(request.messages));
    return cast(thread, ask);
  });
  return { told, ending: await session.run({ model }) };
}

function triggers(session: FakeSession): readonly string[] {
  return session.events("task.moved").map(({ trigger }) => trigger);
}

const looks = says.call("list_files");
const decides = (decision: string, words = "Begin with the test.") =>
  says.call("budget_decision", { decision, words });
const isCoding = (thread: string) => thread.startsWith("coding/");
const isBudget = (thread: string) => thread.startsWith("budget/");
const landing = ["done", "passed", "approved", "prepared", "landed"];

describe("a task that used up its requests", () => {
  test.each([
    ["grant", "granted", "approved"],
    ["redirect", "redirected", "changes"],
  ] as const)(
    "%s: its author goes on in the same conversation, with the architect's words",
    async (decision, trigger, verdict) => {
      const session = await opened();
      const { told } = await runs(session, (thread, ask) => {
        if (isBudget(thread)) return decides(decision);
        return isCoding(thread) && ask <= 3 ? looks : undefined;
      });
      expect(triggers(session)).toEqual(["dispatched", "ready", "limit", trigger, ...landing]);
      expect(session.events("review.given")[0]).toMatchObject({
        subject: "budget",
        seat: "architect",
        verdict,
      });
      expect(told.get("coding/t1.1#4")).toContain("Begin with the test.");
      expect(session.state.tasks.t1).toMatchObject({ state: "DONE", reviews: 1 });
      const [first, second] = session.events("loop.opened").filter(({ thread }) => isCoding(thread));
      expect([first?.asks, second?.asks]).toEqual([3, 3]);
    },
  );

  test("its author is told two requests before the end", async () => {
    const session = await opened({ policy: { asks: { turn: 4, artifact: 3, coding: 4, review: 3 } } });
    await runs(session, (thread, ask) => (isCoding(thread) && ask <= 2 ? looks : undefined));
    expect(session.events("loop.nudged")).toMatchObject([
      { why: "soft-limit", text: expect.stringContaining("left here: 2") },
    ]);
  });

  test("stop: it has failed, waits for the person, and can be started afresh", async () => {
    const session = await opened();
    const { ending } = await runs(session, (thread) => {
      if (isBudget(thread)) return decides("stop", "The file format is not documented.");
      return isCoding(thread) ? looks : undefined;
    });
    expect(ending).toMatchObject({ kind: "waiting" });
    expect(session.state.tasks.t1?.state).toBe("FAILED");
    const [wait] = session.waits;
    if (!wait) throw new Error("nothing waits");
    const { title, text, answers } = itemOf(session.state, wait);
    expect(title).toBe("t1 has failed");
    expect(text).toContain("The file format is not documented.");
    expect(answers[0]).toBe(`huddle reply ${wait.id} yes`);
    await session.answer({ kind: "continue" });
    const { told } = await runs(session, () => undefined);
    expect(told.get("coding/t1.2#1")).toContain("this was learned in them");
    expect(told.get("coding/t1.2#1")).toContain("The file format is not documented.");
    expect(session.state.tasks.t1).toMatchObject({ state: "DONE", attempt: 2 });
  });

  test("more of the same is granted once; without progress the third time nobody is asked", async () => {
    const session = await opened();
    const { told, ending } = await runs(session, (thread, ask) => {
      if (!isBudget(thread)) return isCoding(thread) ? looks : undefined;
      return ask === 1 ? decides("grant") : decides("redirect", "Another way.");
    });
    expect(told.get("budget/t1.1/2#1")).toContain("nothing got better");
    expect(told.get("budget/t1.1/2#2")).toContain("is not on offer");
    expect(triggers(session)).toEqual(
      "dispatched ready limit granted limit redirected limit stopped".split(" "),
    );
    expect(told.has("budget/t1.1/3#1")).toBe(false);
    expect(ending).toMatchObject({ kind: "waiting" });
    expect(session.state.tasks.t1?.state).toBe("FAILED");
  });

  test("progress in between gives the architect its choice again", async () => {
    const session = await opened({
      arrange({ world }) {
        world.judge = (_, command) => command === "lint";
      },
      policy: { checks: { ...checks, quick: [{ name: "lint", run: "lint" }, ...checks.quick] } },
    });
    const { told } = await runs(session, (thread, ask) => {
      if (isBudget(thread)) return decides("grant");
      // The fourth request hands something in, which the lint finds good and the tests do not.
      return isCoding(thread) && ask !== 4 ? looks : undefined;
    });
    expect(told.get("budget/t1.1/2#1")).toContain("something got better");
    expect(triggers(session).slice(0, 8)).toEqual(
      "dispatched ready limit granted done failed limit granted".split(" "),
    );
  });

  test("an architect that decides nothing leaves it to the person, who reads what the task is about", async () => {
    const session = await opened();
    await runs(session, (thread) => (isBudget(thread) || isCoding(thread) ? looks : undefined));
    expect(session.state.tasks.t1?.state).toBe("BUDGET_REVIEW");
    expect(session.waits).toMatchObject([{ kind: "task", why: "requests" }]);
    await session.answer({ kind: "continue" });
    await runs(session, () => undefined);
    expect(session.state.tasks.t1?.state).toBe("DONE");
    expect(session.state.failures).toEqual({});
  });
});

describe("a task that goes in circles", () => {
  const red = (session: FakeSession) => {
    session.world.judge = () => false;
  };

  test("the architect decides the first time, the person the second", async () => {
    const session = await opened({ arrange: red });
    const { told } = await runs(session, () => undefined);
    expect(session.events("review.given")).toMatchObject([{ subject: "budget", verdict: "changes" }]);
    expect(told.get("budget/t1.1/1#1")).toContain("It goes in circles: it came back 3 times");
    // What checks printed is told once, of the newest return.
    expect(told.get("budget/t1.1/1#1")?.match(/The end of its output/g)).toHaveLength(1);
    expect(told.get("coding/t1.1#4")).toContain("not ok 1 - it");
    expect(told.get("coding/t1.1#4")).toContain("The other way.");
    expect(session.waits).toMatchObject([{ kind: "task", why: "rounds" }]);
    const [wait] = session.waits;
    expect(wait && itemOf(session.state, wait).text).toContain("architect said before: The other way.");
  });

  test("about its own review the architect does not decide", async () => {
    const changes: Cast = (thread) =>
      thread.startsWith("review/")
        ? says.call("review_complete", { status: "changes", feedback: "No." })
        : undefined;
    const own = await opened();
    await runs(own, changes);
    expect(own.waits).toMatchObject([{ kind: "task", why: "rounds" }]);
    expect(own.events("review.given").every(({ subject }) => subject === undefined)).toBe(true);
  });
});

describe("a conversation that goes wrong", () => {
  const silent: Cast = (thread) => (isCoding(thread) ? says.text("I am thinking about it.") : undefined);

  test("the first time somebody looks, the second time the task starts afresh, and the third attempt is the last", async () => {
    const session = await opened();
    const { told, ending } = await runs(session, silent);
    const round = ["dispatched", "ready", "limit", "redirected"];
    expect(triggers(session)).toEqual([
      ...[...round, "requeued"],
      ...[...round, "requeued"],
      ...[...round, "exhausted"],
    ]);
    expect(told.get("coding/t1.2#1")).toContain("two replies in a row used no tool");
    expect(told.get("coding/t1.2#1")).toContain("architect said about it: The other way.");
    expect(ending).toMatchObject({ kind: "waiting" });
    expect(session.waits).toMatchObject([{ kind: "task", why: "failed" }]);
  });

  test("afresh it begins with the base, not with what was left, and lands", async () => {
    const session = await opened();
    await runs(session, (thread, ask) => {
      if (thread !== "coding/t1.1") return undefined;
      return ask === 1 ? says.call("write_file", { path: "old.txt", content: "old\n" }) : says.text("Hm.");
    });
    expect(session.state.tasks.t1).toMatchObject({ state: "DONE", attempt: 2, tries: 1 });
    const files = session.world.open(1).tree(session.state.integration, new AbortController().signal);
    expect(await files.readText("t1.txt")).toMatchObject({ text: "coding/t1.2 1\n" });
    expect(await files.readText("old.txt")).toEqual({ kind: "none" });
  });

  test("what builds on a failed task waits, everything else lands, and the run ends as waiting", async () => {
    const other = await opened({}, [planned("t1"), planned("t2", "t1"), planned("t3")]);
    const { ending } = await runs(other, (thread) =>
      thread.startsWith("coding/t1.") ? says.text("Hm.") : undefined,
    );
    expect(Object.values(other.state.tasks).map(({ state }) => state)).toEqual(["FAILED", "WAITING", "DONE"]);
    expect(ending).toEqual({ kind: "waiting", why: "one thing waits for you" });
  });
});

const blocks = (kind: string, explanation = "There is no database.") =>
  says.call("done", { summary: "Cannot", blocked: { kind, explanation } });

describe("a task that its author cannot do", () => {
  test("because of the environment: a fresh worktree is tried once, then the person is asked", async () => {
    const session = await opened();
    await runs(session, (thread) => (isCoding(thread) ? blocks("environment") : undefined));
    const round = ["dispatched", "ready", "blocked"];
    expect(triggers(session)).toEqual([...round, "requeued", ...round]);
    expect(session.waits).toMatchObject([{ kind: "task", why: "environment", task: "t1" }]);
    await session.answer({ kind: "continue" });
    await runs(session, () => undefined);
    expect(session.state.tasks.t1).toMatchObject({ state: "DONE", attempt: 2 });
  });

  test("because of the same thing in two tasks: nothing is given out, and one answer is for both", async () => {
    const tasks = ["t1", "t2", "t3", "t4"].map((id) => planned(id));
    const session = await opened({}, tasks);
    const { ending } = await runs(session, (thread) =>
      isCoding(thread) ? blocks("environment") : undefined,
    );
    expect(ending).toEqual({ kind: "waiting", why: "one thing waits for you" });
    const [wait] = session.waits;
    expect(wait).toMatchObject({ kind: "task", why: "environment" });
    const started = session
      .events("task.moved")
      .flatMap(({ task, trigger }) => (trigger === "dispatched" ? [task] : []));
    expect(started).not.toContain("t4");
    await session.answer({ kind: "continue" });
    await runs(session, () => undefined);
    expect(Object.values(session.state.tasks).map(({ state }) => state)).toEqual(tasks.map(() => "DONE"));
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("as it is planned: the architect writes it in other words, and it starts afresh with them", async () => {
    const session = await opened();
    const { told } = await runs(session, (thread) =>
      thread === "coding/t1.1" ? blocks("invalid-task", "There is no such function.") : undefined,
    );
    expect(told.get("rewrite/t1.1/1#1")).toContain("There is no such function.");
    expect(session.events("task.amended")).toEqual([
      {
        type: "task.amended",
        task: "t1",
        patch: { approach: "another way" },
        why: "It was wrong.",
        by: "architect",
      },
    ]);
    expect(told.get("coding/t1.2#1")).toContain("Approach: another way");
    expect(session.state.tasks.t1).toMatchObject({
      state: "DONE",
      attempt: 2,
      plan: { approach: "another way" },
    });
    expect(session.state.accepted.tasks?.body.tasks[0]?.approach).toBe("another way");
  });

  test("as it is planned, and not in other words either: the person is asked", async () => {
    const session = await opened();
    await runs(session, (thread) => {
      if (thread.startsWith("rewrite/"))
        return says.call("rewrite_task", {
          why: "r1 and r2 contradict.",
          cannot: "Which of r1 and r2 holds?",
        });
      return isCoding(thread) ? blocks("invalid-task") : undefined;
    });
    const [wait] = session.waits;
    expect(wait).toMatchObject({ kind: "task", why: "invalid-task" });
    expect(wait && itemOf(session.state, wait).text).toContain("Which of r1 and r2 holds?");
    expect(session.state.tasks.t1).toMatchObject({ state: "BLOCKED", attempt: 1 });
  });

  test("however often it is rewritten, it ends", async () => {
    const session = await opened();
    await runs(session, (thread) => (isCoding(thread) ? blocks("invalid-task") : undefined));
    expect(session.events("task.amended")).toHaveLength(2);
    expect(session.waits).toMatchObject([{ kind: "task", why: "invalid-task" }]);
  });
});

/** One small session for each way, killed once at every point there is. */
const ways: Readonly<Record<string, Played>> = {
  granted: {
    cast: (thread, ask) => {
      if (isBudget(thread)) return decides("grant");
      return isCoding(thread) && ask <= 3 ? looks : undefined;
    },
  },
  redirected: { cast: (thread, ask) => (isCoding(thread) && ask <= 3 ? looks : undefined) },
  stopped: {
    cast: (thread) => {
      if (isBudget(thread)) return decides("stop");
      return isCoding(thread) ? looks : undefined;
    },
  },
  "stopped, nothing helped": { cast: (thread) => (isCoding(thread) ? looks : undefined) },
  requeued: { cast: (thread) => (thread === "coding/t1.1" ? says.text("Hm.") : undefined) },
  rewritten: { cast: (thread) => (thread === "coding/t1.1" ? blocks("invalid-task") : undefined) },
  "blocked, then afresh": {
    cast: (thread) => (thread === "coding/t1.1" ? blocks("environment") : undefined),
  },
  "no decision": { cast: (thread) => (isBudget(thread) || isCoding(thread) ? looks : undefined) },
};

describe.each(Object.keys(ways))("killed at every point: %s", (name) => {
  const { cast, ...how } = ways[name] ?? { cast: () => undefined };

  test("it comes to the same, and every prefix holds", async () => {
    const whole = await opened(how);
    await runs(whole, cast);
    await checkEveryPrefix(whole.log.facts, whole.blobs.get);
    for (const walk of ["before", "after", "within"] as const) {
      const session = await opened(how);
      const kills = await walked(session, cast, walk);
      expect(triggers(session)).toEqual(triggers(whole));
      expect(session.events("review.given")).toEqual(whole.events("review.given").map(withSeq));
      expect(session.waits.map(({ kind }) => kind)).toEqual(whole.waits.map(({ kind }) => kind));
      await checkEveryPrefix(session.log.facts, session.blobs.get);
      if (walk !== "within") expect(kills).toBeGreaterThan(5);
    }
  });
});

/** Its seq depends on when runners started. */
function withSeq(review: object): object {
  return expect.objectContaining(
    Object.fromEntries(Object.entries(review).filter(([key]) => key !== "of" && key !== "commit")),
  );
}

async function walked(session: FakeSession, cast: Cast, walk: Walk): Promise<number> {
  const points = new Set<string>();
  const model = modelOf(({ thread, ask }) => cast(thread, ask));
  for (;;) {
    const doom = new Doom(walk, points);
    const ended = await Promise.race([session.run({ model, doom }), doom.died]);
    if (typeof ended !== "string") return points.size;
  }
}
