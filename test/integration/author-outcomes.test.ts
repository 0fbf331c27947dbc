import { describe, expect, test } from "vitest";
import type { ModelReply } from "../../src/core/ports/model.ts";
import type { Policy } from "../../src/core/terms/policy.ts";
import { isFailed, isOver } from "../../src/core/terms/task-machine.ts";
import { FakeSession, modelOf } from "../support/fake-session.ts";
import { says } from "../support/scripted-model.ts";

/** How a conversation of an author can end, as the replies that lead there. */
const outcomes = {
  done: () => undefined,
  satisfied: () => says.call("done", { satisfied: "README.md:1 says it." }),
  environment: () => blocked("environment"),
  prerequisite: () => blocked("prerequisite"),
  "invalid-task": () => blocked("invalid-task"),
  requests: (ask) => says.call("list_files", { path: `folder-${ask}` }),
  silent: () => says.text("Hm."),
  malformed: () => says.call("done", { blocked: "yes" }),
  refused: () => says.failed("No such model.", { failure: "refused" }),
  rate: () => says.failed("Slow down.", { failure: "rate" }),
  overload: () => says.failed("Busy.", { failure: "overload" }),
  unreachable: () => says.failed("Nobody there.", { failure: "unreachable" }),
  timeout: () => says.failed("Too slow.", { failure: "timeout" }),
} as const satisfies Record<string, (ask: number) => ModelReply | undefined>;
type Outcome = keyof typeof outcomes;

function blocked(kind: string): ModelReply {
  return says.call("done", { blocked: { kind, explanation: "There is no database." } });
}

interface Play {
  /** What the author comes to, one conversation after the other. After the last of them it does its work. */
  readonly ends: readonly Outcome[];
  readonly policy?: Partial<Policy>;
}

/** The task goes this way; without an entry, an obliging team does its part and the architect redirects. */
async function played({ ends, policy }: Play) {
  const session = await new FakeSession({
    policy: {
      pace: "auto",
      phases: ["implementation"],
      asks: { turn: 4, artifact: 3, coding: 4, review: 3 },
      ...policy,
    },
  }).build();
  const loops = () => session.events("loop.opened").filter(({ thread }) => thread.startsWith("coding/"));
  const model = modelOf(({ thread, ask }) => {
    if (!thread.startsWith("coding/")) return undefined;
    const outcome = ends[loops().length - 1] ?? "done";
    return outcomes[outcome](ask);
  });
  const ending = await session.run({ model });
  const moves = session.events("task.moved").map(({ trigger }) => trigger);
  const { t1 } = session.state.tasks;
  if (!t1) throw new Error("no task");
  return { ending, session, t1, moves: moves.slice(2), waits: session.waits };
}

const landing = ["done", "passed", "approved", "prepared", "landed"];
const afresh = ["requeued", "dispatched", "ready"];

describe("what becomes of a task, by how the conversation of its author ends", () => {
  test.each<[what: string, ends: readonly Outcome[], moves: readonly string[]]>([
    ["it hands in its work", ["done"], landing],
    ["it was done already, and somebody else agrees", ["satisfied"], ["satisfied", "satisfied"]],
    ["its requests are used up: somebody looks at it", ["requests"], ["limit", "redirected", ...landing]],
    [
      "its requests are used up twice: that is looked at again, and starts nothing afresh",
      ["requests", "requests"],
      ["limit", "redirected", "limit", "redirected", ...landing],
    ],
    ["the first reply without a tool, twice", ["silent"], ["limit", "redirected", ...landing]],
    ["the first result that is none", ["malformed"], ["limit", "redirected", ...landing]],
    [
      "the second such conversation of the same kind is given up",
      ["silent", "silent"],
      ["limit", "redirected", ...afresh, ...landing],
    ],
    [
      "the second of another kind, too",
      ["malformed", "silent"],
      ["limit", "redirected", ...afresh, ...landing],
    ],
    [
      "one whose requests were used up before is no such conversation",
      ["requests", "silent"],
      ["limit", "redirected", "limit", "redirected", ...landing],
    ],
    [
      "a fresh attempt counts anew",
      ["silent", "silent", "silent"],
      ["limit", "redirected", ...afresh, "limit", "redirected", ...landing],
    ],
    [
      "three attempts, then it has failed",
      ["silent", "silent", "silent", "silent", "silent", "silent"],
      [
        ...["limit", "redirected", ...afresh, "limit", "redirected", ...afresh],
        ...["limit", "redirected", "exhausted"],
      ],
    ],
    ["the environment is tried afresh once", ["environment"], ["blocked", ...afresh, ...landing]],
    [
      "the same environment again waits for the person",
      ["environment", "environment"],
      ["blocked", ...afresh, "blocked"],
    ],
    ["a prerequisite is the person's", ["prerequisite"], ["blocked"]],
    [
      "a task that cannot be done as planned is written in other words",
      ["invalid-task"],
      ["blocked", "rewritten", "dispatched", "ready", ...landing],
    ],
    [
      "rewriting is an attempt, so after three the person decides",
      ["invalid-task", "invalid-task", "invalid-task"],
      [
        ...["blocked", "rewritten", "dispatched", "ready", "blocked", "rewritten", "dispatched", "ready"],
        "blocked",
      ],
    ],
  ])("%s", async (_, ends, moves) => {
    const found = await played({ ends });
    expect(found.moves).toEqual(moves);
    expect(found.ending.kind).toBe("waiting");
    const isLanded = moves.at(-1) === "landed" || moves.at(-1) === "satisfied";
    expect(isOver(found.t1.state)).toBe(isLanded);
    expect(found.waits.map(({ kind }) => kind)).toEqual([isLanded ? "ship" : "task"]);
  });

  test.each<[outcome: Outcome, wait: object]>([
    ["refused", { kind: "stuck" }],
    ["rate", { kind: "stuck", provider: "scripted" }],
    ["overload", { kind: "stuck", provider: "scripted" }],
    ["unreachable", { kind: "stuck", provider: "scripted" }],
    ["timeout", { kind: "provider" }],
  ])("a model that gives no reply moves no task and fails none: %s", async (outcome, wait) => {
    const { moves, t1, waits } = await played({ ends: [outcome] });
    expect(moves).toEqual([]);
    expect(t1).toMatchObject({ state: "CODING", attempt: 1 });
    expect(waits).toMatchObject([wait]);
  });

  test("a budget that is used up is the person's, and no decision of the architect grants money", async () => {
    const { moves, t1, waits, ending, session } = await played({
      ends: ["done"],
      policy: { budget: { session: { tokens: 1 } } },
    });
    expect(ending.kind).toBe("over-budget");
    expect(moves).toEqual([]);
    expect(t1.state).toBe("CODING");
    expect(waits).toMatchObject([{ kind: "budget" }]);
    expect(session.events("budget.granted")).toEqual([]);
  });

  test("what a fresh attempt begins with: another worktree, what was learned, and the lost commit in the past", async () => {
    const { session, t1 } = await played({ ends: ["silent", "silent"] });
    expect(t1.attempt).toBe(2);
    expect(t1.learned?.[0]).toMatch(/^It ended because: /);
    const opened = session.events("loop.opened").filter(({ thread }) => thread === "coding/t1.2");
    expect(opened[0]?.opening).toContain("It ended because: ");
    const places = session.events("effect.settled").flatMap(({ path }) => path ?? []);
    expect(new Set(places).size).toBe(places.length);
    expect(places.length).toBeGreaterThan(1);
  });

  test("a failed task waits for the person and is not over", async () => {
    const { t1 } = await played({ ends: Array.from({ length: 6 }, () => "silent" as const) });
    expect([isFailed(t1.state), isOver(t1.state)]).toEqual([true, false]);
  });
});
