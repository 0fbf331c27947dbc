import { describe, expect, test } from "vitest";
import { checkEveryPrefix } from "../../../test/support/check-every-prefix.ts";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned, team } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { PlannedTask } from "../../core/terms/artifacts.ts";
import type { Policy, Seat } from "../../core/terms/policy.ts";

type Reply = (by: AskedBy, session: FakeSession) => ModelReply | undefined;

interface Scene {
  readonly reply?: Reply;
  readonly tasks?: readonly PlannedTask[];
  readonly seats?: readonly Seat[];
  readonly policy?: Partial<Policy>;
}

/** A session in which every task is planned before it is written, unless the policy says otherwise. */
async function played({ reply, tasks = [planned("t1")], seats = team, policy }: Scene = {}) {
  const phases: Policy["phases"] = ["pre-code-review", "implementation"];
  const session = await new FakeSession({
    seats,
    policy: { phases, pace: "auto", planning: "on", ...policy },
  }).build(tasks);
  const entered = { phase: "implementation" as const, visit: 1, kickoff: "Build.", charter: "" };
  await session.journal.append(() => [{ actor: "human", event: { type: "phase.entered", ...entered } }]);
  const told: { readonly by: AskedBy; readonly request: Request }[] = [];
  const model = modelOf((by, _, request) => {
    told.push({ by, request });
    return reply?.(by, session);
  }, tasks);
  const run = async () => {
    const ending = await session.run({ model });
    await checkEveryPrefix(session.log.facts, (blob) => session.blobs.get(blob));
    return ending;
  };
  const ending = await run();
  const last = (thread: string, ask: number) =>
    JSON.stringify(
      told.findLast(({ by }) => by.thread === thread && by.ask === ask)?.request.messages.at(-1) ?? "",
    );
  const moves = (task = "t1") =>
    session.events("task.moved").flatMap((one) => (one.task === task ? [one.trigger] : []));
  return { session, ending, told, run, last, moves };
}

const landing = ["done", "passed", "approved", "prepared", "landed"];

function verdict(status: string, feedback = "Because."): ModelReply {
  return says.call("review_complete", { status, feedback });
}

describe("a task that is planned first", () => {
  test("is read, planned, judged by the architect, and then written", async () => {
    const { session, told, last, moves } = await played();
    expect(moves()).toEqual(["dispatched", "plan", "planned", "approved", ...landing]);
    const tools = (thread: string) =>
      told.find(({ by }) => by.thread === thread)?.request.tools.map(({ name }) => name);
    expect(tools("planning/t1.1")).toEqual([
      ...["read_file", "list_files", "search_code", "ask_question", "submit_plan"],
    ]);
    expect(tools("plan-review/t1.1/1")).toEqual([
      ...["read_file", "list_files", "search_code", "review_complete"],
    ]);
    expect(told.find(({ by }) => by.thread === "plan-review/t1.1/1")?.by.seat).toBe("architect");
    expect(last("plan-review/t1.1/1", 1)).toMatch(/Write t1\.txt\..*1\. write t1\.txt/s);
    expect(last("coding/t1.1", 1)).toMatch(
      /How you go about it, as agreed.*Write t1\.txt\..*architect agrees.*open: write t1\.txt/s,
    );
    expect(session.events("review.given")).toMatchObject([{ subject: "plan", verdict: "approved" }, {}]);
    expect(session.state.tasks.t1).toMatchObject({ state: "DONE", disposition: "landed" });
  });

  test("goes back with what the architect says, and its author reads that", async () => {
    const { last, moves } = await played({
      reply: ({ thread }) =>
        thread === "plan-review/t1.1/1" ? verdict("changes", "Look at README first.") : undefined,
    });
    expect(moves().slice(0, 6)).toEqual(["dispatched", "plan", "planned", "changes", "planned", "approved"]);
    expect(last("planning/t1.1", 2)).toContain("Look at README first.");
    expect(last("plan-review/t1.1/2", 1)).toContain("Look at README first.");
  });

  test("is looked at by the person after the architect has sent it back too often", async () => {
    const { session, moves, run, last } = await played({
      reply: ({ thread }) => (thread.startsWith("plan-review/t1.1/") ? verdict("changes") : undefined),
    });
    expect(moves()).toEqual([
      ...["dispatched", "plan", "planned", "changes", "planned", "changes", "planned", "limit"],
    ]);
    expect(session.waits).toMatchObject([{ kind: "task", task: "t1", why: "rounds" }]);
    expect(session.state.tasks.t1).toMatchObject({ state: "BUDGET_REVIEW", origin: "PLANNING" });
    await session.answer({ kind: "redirect", words: "Just write the file." });
    await run();
    expect(moves().slice(8, 10)).toEqual(["redirected", "planned"]);
    expect(last("planning/t1.1", 4)).toContain("Your plan is back with you");
  });

  test("is rewritten by the architect if the task, not the plan, is wrong", async () => {
    const { moves, last } = await played({
      reply: ({ thread }) =>
        thread === "plan-review/t1.1/1" ? verdict("rejected", "There is no such file.") : undefined,
    });
    expect(moves().slice(0, 5)).toEqual(["dispatched", "plan", "planned", "rejected", "rewritten"]);
    expect(last("rewrite/t1.1/1", 1)).toContain("There is no such file.");
    expect(moves().slice(5)).toEqual(["dispatched", "plan", "planned", "approved", ...landing]);
    expect(last("planning/t1.2", 1)).toContain("The architect has rewritten the task since");
  });

  test("asks while it plans, and goes on with the plan", async () => {
    const { moves, last } = await played({
      reply: ({ thread, ask }) =>
        thread === "planning/t1.1" && ask === 1
          ? says.call("ask_question", { question: "Which file?" })
          : undefined,
    });
    expect(moves().slice(0, 6)).toEqual(["dispatched", "plan", "asked", "answered", "planned", "approved"]);
    expect(last("planning/t1.1", 2)).toContain("architect answers: The first.");
  });

  test("is blocked before anything is written, and goes back to the plan", async () => {
    const { session, moves, run } = await played({
      reply: ({ thread, ask }) =>
        thread === "planning/t1.1" && ask === 1
          ? says.call("submit_plan", { blocked: { kind: "prerequisite", explanation: "No account." } })
          : undefined,
    });
    expect(session.waits).toMatchObject([{ kind: "task", why: "prerequisite" }]);
    await session.answer({ kind: "redirect", words: "Take mine." });
    await run();
    expect(moves()).toEqual([
      ...["dispatched", "plan", "blocked", "unblocked", "planned", "approved", ...landing],
    ]);
  });

  test.each<[string, ModelReply, readonly string[]]>([
    ["looks for ever", says.call("list_files"), ["dispatched", "plan", "limit", "redirected"]],
    ["hands in nothing", says.call("submit_plan", {}), ["dispatched", "plan", "limit", "redirected"]],
    ["talks", says.text("Well."), ["dispatched", "plan", "limit", "redirected"]],
  ])("an author that %s is bounded", async (_, reply, first) => {
    const { moves, session } = await played({
      reply: ({ thread }) => (thread.startsWith("planning/") ? reply : undefined),
    });
    expect(moves().slice(0, 4)).toEqual(first);
    expect(["FAILED", "BUDGET_REVIEW"]).toContain(session.state.tasks.t1?.state);
    expect(session.waits).toMatchObject([{ kind: "task", task: "t1" }]);
  });

  test("goes on in a new worktree if the one it reads is gone", async () => {
    let isThere = true;
    const { moves } = await played({
      reply: ({ thread, ask }, session) => {
        if (thread !== "planning/t1.1" || ask > 1 || !isThere) return undefined;
        isThere = false;
        session.world.worktrees.clear();
        return verdict("changes");
      },
    });
    expect(moves()).toContain("approved");
  });
});

test.each<[string, Partial<Policy>, boolean]>([
  ["on", { planning: "on" }, true],
  ["auto, without a pre-code review", { planning: "auto" }, true],
  ["auto, in small work", { planning: "auto", phases: ["implementation"] }, false],
  ["off", { planning: "off" }, false],
  ["an older session", {}, false],
])("planning is %s", async (_, policy, isPlanned) => {
  const { planning, ...others } = policy;
  const { moves } = await played({
    policy: { ...others, ...(planning ? { planning } : { planning: "off" }) },
  });
  expect(moves().includes("plan")).toBe(isPlanned);
});

describe("a task that was done already", () => {
  const claim = { satisfied: "README.md:1 says it." };

  test.each([["while it is planned"], ["while it is built"]])(
    "is over once somebody else has seen it: %s",
    async (when) => {
      const isPlanned = when === "while it is planned";
      const { session, moves, last } = await played({
        tasks: [planned("t1"), planned("t2", "t1")],
        policy: { planning: isPlanned ? "on" : "off" },
        reply: ({ thread }) => {
          if (thread === "planning/t1.1") return says.call("submit_plan", claim);
          if (thread === "coding/t1.1") return says.call("done", claim);
          return undefined;
        },
      });
      expect(moves()).toEqual(["dispatched", isPlanned ? "plan" : "ready", "satisfied", "satisfied"]);
      expect(last("completion/t1.1/1", 1)).toContain("README.md:1 says it.");
      expect(session.state.tasks).toMatchObject({
        t1: { state: "DONE", disposition: "satisfied", landed: undefined },
        t2: { state: "DONE", disposition: "landed" },
      });
      expect(session.events("review.given")[0]).toMatchObject({
        subject: "completion",
        seat: "architect",
        verdict: "approved",
      });
    },
  );

  test.each(["changes", "rejected"])(
    "is built after all if somebody else sees that it is not there: %s",
    async (status) => {
      let claims = 0;
      const { moves, last } = await played({
        policy: { planning: "off" },
        reply: ({ thread }) => {
          if (thread === "completion/t1.1/1") return verdict(status, "The second criterion is not met.");
          if (thread === "coding/t1.1" && claims++ === 0) return says.call("done", claim);
          return undefined;
        },
      });
      expect(moves()).toEqual(["dispatched", "ready", "satisfied", "changes", ...landing]);
      expect(last("coding/t1.1", 2)).toContain("The second criterion is not met.");
    },
  );

  test("is not over by a word: who says yes names places that there are", async () => {
    const { last, moves } = await played({
      policy: { planning: "off" },
      reply: ({ thread, ask }) => {
        if (thread === "coding/t1.1") return says.call("done", claim);
        if (thread !== "completion/t1.1/1") return undefined;
        if (ask === 1) return verdict("approved", "LGTM");
        return verdict("approved", ask === 2 ? "See src/none.js:3." : "README.md:1.");
      },
    });
    expect(last("completion/t1.1/1", 2)).toContain("Say where you saw it");
    expect(last("completion/t1.1/1", 3)).toContain("src/none.js:3 does not exist");
    expect(moves().at(-1)).toBe("satisfied");
  });
});

describe("handing in", () => {
  const write = (content: string) => ({ tool: "write_file", input: { path: "a.txt", content } });
  const done = (input: object) => ({ tool: "done", input });

  test.each<[string, ModelReply, string]>([
    ["nothing", says.call("done", { summary: "All is well" }), "Nothing is changed"],
    [
      "a claim beside a change",
      says.calls(write("a\n"), done({ satisfied: "README.md:1" })),
      "your worktree has changes: a.txt",
    ],
    [
      "two versions",
      says.calls(write("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"), done({ summary: "Both" })),
      "Conflict markers are left: a.txt:1",
    ],
    [
      "what a program left behind",
      says.calls(
        write("a\n"),
        { tool: "write_file", input: { path: "out/debug.log", content: "x\n" } },
        done({ summary: "Write it" }),
      ),
      "The commit would add what looks like a program made it: out/debug.log.",
    ],
    [
      "what is not finished",
      says.calls(
        write("a\n"),
        { tool: "update_todos", input: { todos: [{ text: "write b" }, { text: "write a", done: true }] } },
        done({ summary: "Half of it" }),
      ),
      "Open: write b",
    ],
    ["neither of the two", says.calls(write("a\n"), done({})), "Give `summary`"],
    ["both", says.calls(write("a\n"), done({ summary: "x", satisfied: "y" })), "Give `summary`"],
  ])("%s is sent back", async (_, reply, words) => {
    const { last, moves } = await played({
      policy: { planning: "off" },
      reply: ({ thread, ask }) => {
        if (thread !== "coding/t1.1") return undefined;
        if (ask === 1) return reply;
        return says.calls(
          write("b\n"),
          { tool: "update_todos", input: { todos: [{ text: "write b", done: true }] } },
          done({ summary: "Write it" }),
        );
      },
    });
    expect(last("coding/t1.1", 2)).toContain(words);
    expect(moves()).toEqual(["dispatched", "ready", ...landing]);
  });

  test.each<[what: string, files: readonly string[], asks: number]>([
    ["that its author wants", [], 2],
    ["that its task names", ["debug.log"], 1],
    ["in a folder that its task names", ["out/"], 1],
  ])("a file that looks generated %s is committed", async (_, files, asks) => {
    const path = files.includes("out/") ? "out/debug.log" : "debug.log";
    const log = { tool: "write_file", input: { path, content: "x\n" } };
    const { moves, told } = await played({
      policy: { planning: "off" },
      tasks: [{ ...planned("t1"), files: [...files] }],
      reply: ({ thread, ask }) => {
        if (thread !== "coding/t1.1") return undefined;
        return ask === 1
          ? says.calls(log, done({ summary: "Log it" }))
          : says.calls(done({ summary: "Log it" }));
      },
    });
    expect(told.filter(({ by }) => by.thread === "coding/t1.1")).toHaveLength(asks);
    expect(moves()).toEqual(["dispatched", "ready", ...landing]);
  });

  test("the list that an author keeps is a fact, and part of the task", async () => {
    const { session } = await played();
    expect(session.events("todos.changed")[0]).toMatchObject({
      task: "t1",
      todos: [{ text: "write t1.txt", done: false }],
    });
  });
});

test("all authors share every byte of their rules; each has its own task in its opening", async () => {
  const tasks = [planned("t1"), planned("t2"), { ...planned("t3", "t1"), files: ["t3.txt"] }];
  const { told } = await played({ tasks });
  for (const kind of ["planning", "coding"]) {
    const asked = told.filter(({ by }) => by.thread.startsWith(`${kind}/`) && by.ask === 1);
    expect(new Set(asked.map(({ by }) => by.seat)).size).toBeGreaterThan(1);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(
      new Set(asked.map(({ request }) => `${JSON.stringify(request.tools)}${request.system}`)).size,
    ).toBe(1);
  }
  const opening = (task: string) =>
    JSON.stringify(told.find(({ by }) => by.thread === `coding/${task}.1`)?.request.messages);
  expect(opening("t3")).toContain("Builds on t1, Build t1; it has landed: Build t1");
  expect(opening("t3")).not.toContain("Build t2");
});
