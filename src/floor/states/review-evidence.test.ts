import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Policy } from "../../core/terms/policy.ts";

/** One task, reviewed under the rules that want evidence; who says nothing here is obliging. */
async function built(
  answer: (by: AskedBy) => ModelReply | undefined,
  {
    by = "architect",
    checks = [],
    ...policy
  }: Partial<Policy["review"]> & {
    readonly checks?: Policy["checks"]["quick"];
    readonly asks?: Policy["asks"];
  } = {},
) {
  const session = new FakeSession({
    policy: {
      phases: ["implementation"],
      pace: "auto",
      review: { by },
      checks: { quick: [...checks], full: [...checks], timeoutMs: 9 },
      ...policy,
    },
  });
  await session.open();
  await session.journal.append(() => [
    { actor: "human", event: { type: "tasks.planned", tasks: [planned("t1")], from: "a1" } },
    { actor: "human", event: { type: "task.assigned", task: "t1", seat: "ada", why: "by hand" } },
  ]);
  const requests: { by: AskedBy; request: Request }[] = [];
  await session.run({
    model: modelOf((asked, _, request) => {
      requests.push({ by: asked, request });
      return answer(asked);
    }),
  });
  const told = (thread: string, ask = 1) =>
    JSON.stringify(
      requests.find(({ by: one }) => one.thread === thread && one.ask === ask)?.request.messages ?? [],
    ).replaceAll("\\n", "\n");
  return { session, told, moves: session.events("task.moved").map(({ trigger }) => trigger) };
}

const met = [{ id: "t1.1", met: "yes", evidence: ["t1.txt:1"] }];
const approval = (more: object = {}) => ({
  tool: "review_complete",
  input: { status: "approved", feedback: "It says what it should.", criteria: met, ...more },
});
const approves = (more: object = {}) => says.calls(approval(more));
const reads = (...pages: readonly object[]) =>
  says.calls(...pages.map((input) => ({ tool: "read_diff", input })));
const writes = (lines: number, path = "t1.js") =>
  says.calls(
    { tool: "write_file", input: { path: "t1.txt", content: "one\n" } },
    { tool: "write_file", input: { path, content: `${"x".repeat(40)}\n`.repeat(lines) } },
    { tool: "done", input: { summary: "Build t1" } },
  );

/** What the reviewer says, request by request; what the author does the first time. */
const reviewed = (replies: readonly ModelReply[], change?: ModelReply) => (by: AskedBy) => {
  if (by.thread === "coding/t1.1" && by.ask === 1) return change;
  return by.thread === "review/t1.1/1" ? replies[by.ask - 1] : undefined;
};

describe("an approval", () => {
  test("in words alone comes back with what is missing, and with evidence it is recorded and lands", async () => {
    const lgtm = says.call("review_complete", { status: "approved", feedback: "LGTM" });
    const { session, told } = await built(reviewed([lgtm, approves()]));
    expect(told("review/t1.1/1")).toContain(
      "Say of each criterion whether this commit meets it:\n- t1.1 a test says so",
    );
    expect(told("review/t1.1/1", 2)).toContain("Say in criteria whether the commit meets t1.1");
    expect(session.events("review.given")).toMatchObject([
      { verdict: "approved", criteria: met, whole: true },
    ]);
    expect(session.state.tasks.t1).toMatchObject({ state: "DONE", criteria: met });
  });

  test("that cites what this commit does not have comes back", async () => {
    const wrong = approves({ criteria: [{ ...met[0], evidence: ["t1.txt:9", "check unit", "ran node x"] }] });
    const { session, told } = await built(reviewed([wrong, approves()]));
    const back = told("review/t1.1/1", 2);
    expect(back).toContain("t1.txt has only 1 lines");
    expect(back).toContain("no check ran on this commit");
    expect(back).toContain("you have not run this here");
    expect(session.events("review.given")).toHaveLength(1);
  });

  test("can cite checks of this commit by name", async () => {
    const { session, told } = await built(
      reviewed([approves({ criteria: [{ ...met[0], evidence: ["check unit"] }] })]),
      { checks: [{ name: "unit", run: "test" }] },
    );
    expect(told("review/t1.1/1")).toMatch(/The harness says: checks pass[^.]*\. By name: unit/);
    expect(session.events("review.given")).toMatchObject([{ verdict: "approved" }]);
  });

  test("is refused until every page was read, in an earlier reply, and each page gives one more request", async () => {
    const { session, told } = await built(
      reviewed(
        [
          approves(),
          reads({}),
          approves(),
          says.calls({ tool: "read_diff", input: { page: 2 } }, approval()),
          reads({ path: "t1.txt" }, { page: 3 }),
          approves(),
        ],
        writes(3_000),
      ),
    );
    const back = (ask: number) => told("review/t1.1/1", ask);
    expect(back(2)).toContain("You have not read pages 1, 2, 3 of 3. Read with read_diff first");
    expect(back(4)).toContain("You have not read pages 2, 3 of 3.");
    expect(back(5).match(/You have not read pages 2, 3 of 3\./g)).toHaveLength(2);
    expect(session.events("review.given")).toMatchObject([{ verdict: "approved", whole: true }]);
    const [opened] = session.events("loop.opened").filter(({ thread }) => thread === "review/t1.1/1");
    expect(opened?.asks).toBe(5 + 3);
  });

  test("need not read a mass of data, of which the reviewer hears first, and reads the code that comes with it", async () => {
    const strays = says.calls(
      { tool: "write_file", input: { path: "a-stray.txt", content: "y\n".repeat(60_000) } },
      { tool: "write_file", input: { path: "t1.js", content: `${"x".repeat(40)}\n`.repeat(200) } },
      { tool: "write_file", input: { path: "t1.txt", content: "one\n" } },
      { tool: "done", input: { summary: "Build t1" } },
    );
    const { session, told } = await built(reviewed([reads({}), approves()], strays));
    expect(told("review/t1.1/1")).toMatch(
      /The whole change has \d{3} lines; read_diff shows it\.\n- a-stray\.txt: a large data file, \+60000 -0 lines; .*\n- t1\.js: \+200 -0 lines\n- t1\.txt: \+1 -0 lines/,
    );
    expect(session.events("review.given")).toMatchObject([{ verdict: "approved", whole: true }]);
  });

  test("that never gets it right ends bounded, and somebody decides", async () => {
    const lgtm = says.call("review_complete", { status: "approved", feedback: "LGTM" });
    const { session, moves } = await built(({ thread }) => (thread.startsWith("review/") ? lgtm : undefined));
    expect(session.events("review.given").filter(({ subject }) => subject === undefined)).toEqual([]);
    expect(moves.slice(0, 5)).toEqual(["dispatched", "ready", "done", "passed", "limit"]);
    expect(session.state.tasks.t1?.state).toBe("BUDGET_REVIEW");
    expect(session.waits).toMatchObject([{ kind: "task" }]);
    expect(session.events("model.asked").length).toBeLessThan(10);
  });
});

describe("the second review of a large change", () => {
  const change = says.calls(
    { tool: "write_file", input: { path: "t2.js", content: "x\n".repeat(4_000) } },
    { tool: "done", input: { summary: "More" } },
  );
  const asksForMore = says.call("review_complete", { status: "changes", feedback: "No." });

  async function twice(first: readonly ModelReply[], second: readonly ModelReply[]) {
    return built((by) => {
      if (by.thread === "coding/t1.1") return by.ask === 1 ? writes(3_000) : change;
      if (by.thread === "review/t1.1/1") return first[by.ask - 1];
      return by.thread === "review/t1.1/2" ? second[by.ask - 1] : undefined;
    });
  }

  test("is about what is new if the first one read everything", async () => {
    const { session } = await twice(
      [reads({}, { page: 2 }, { page: 3 }), asksForMore],
      [
        reads({ since: true }, { since: true, page: 2 }, { since: true, page: 3 }, { since: true, page: 4 }),
        approves(),
      ],
    );
    expect(session.events("review.given")).toMatchObject([
      { verdict: "changes", whole: true },
      { verdict: "approved", whole: true },
    ]);
  });

  test("is about all of it if not", async () => {
    const { told } = await twice(
      [reads({}), asksForMore],
      [
        reads({ since: true }, { since: true, page: 2 }, { since: true, page: 3 }, { since: true, page: 4 }),
        approves(),
      ],
    );
    expect(told("review/t1.1/2", 3)).toMatch(
      /You have not read pages 1, 2, 3, 4, 5, 6 of 6\. Read with read_diff first/,
    );
  });
});

describe("a rejection", () => {
  const rejects = says.call("review_complete", {
    status: "rejected",
    feedback: "It parses with patterns.",
    findings: [{ text: "Brackets cannot be counted so." }],
  });

  test("has the task start afresh with the reviewer's words", async () => {
    const { session, moves, told } = await built(({ thread }) => {
      if (thread === "review/t1.1/1") return rejects;
      return thread.startsWith("review/") ? approves() : undefined;
    });
    expect(moves.slice(3, 7)).toEqual(["passed", "rejected", "dispatched", "ready"]);
    expect(told("coding/t1.2")).toMatch(/architect rejects it: It parses with patterns\.[\s\S]*Brackets/);
    expect(session.state.tasks.t1).toMatchObject({ state: "DONE", attempt: 2 });
  });

  test("of the third attempt, the task has failed", async () => {
    const { session, moves } = await built(({ thread }) =>
      thread.startsWith("review/") ? rejects : undefined,
    );
    expect(moves.filter((trigger) => ["rejected", "exhausted"].includes(trigger))).toEqual([
      "rejected",
      "rejected",
      "exhausted",
    ]);
    expect(session.state.tasks.t1?.state).toBe("FAILED");
  });
});
