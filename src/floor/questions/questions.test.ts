import { describe, expect, test } from "vitest";
import { checkEveryPrefix } from "../../../test/support/check-every-prefix.ts";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned, seat, team } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { cancelTasks } from "../../app/say/cancel-tasks.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { PlannedTask } from "../../core/terms/artifacts.ts";
import type { Policy, Seat } from "../../core/terms/policy.ts";

type Reply = (by: AskedBy, session: FakeSession) => ModelReply | undefined;

const asks = says.call("ask_question", {
  question: "Which port?",
  context: "README.md:3 names two.",
  urgency: "high",
});

interface Scene {
  readonly reply?: Reply;
  readonly tasks?: readonly PlannedTask[];
  readonly seats?: readonly Seat[];
  readonly policy?: Partial<Policy>;
  /** Nobody is there, and is waited for this long. */
  readonly waitMs?: number;
}

/** A session in which the team has talked and now builds. The author of t1 asks in its first reply. */
async function played({ reply, tasks = [planned("t1")], seats = team, policy, waitMs }: Scene = {}) {
  const phases: Policy["phases"] = ["pre-code-review", "implementation"];
  const session = await new FakeSession({ seats, policy: { phases, pace: "auto", ...policy } }).build(tasks);
  const entered = { phase: "implementation" as const, visit: 1, kickoff: "Build.", charter: "" };
  await session.journal.append(() => [{ actor: "human", event: { type: "phase.entered", ...entered } }]);
  const told: { readonly by: AskedBy; readonly request: Request }[] = [];
  const model = modelOf((by, _, request) => {
    told.push({ by, request });
    const said = reply?.(by, session);
    if (said) return said;
    return by.thread === "coding/t1.1" && by.ask === 1 ? asks : undefined;
  }, tasks);
  const run = async (wait?: number) => {
    const ending = await session.run({ model, ...(wait !== undefined && { waitMs: wait }) });
    await checkEveryPrefix(session.log.facts, (blob) => session.blobs.get(blob));
    return ending;
  };
  const ending = await run(waitMs);
  /** The last thing that a thread was told in one of its requests. */
  const last = (thread: string, ask: number) =>
    JSON.stringify(
      told.findLast(({ by }) => by.thread === thread && by.ask === ask)?.request.messages.at(-1) ?? "",
    );
  const moves = (task = "t1") =>
    session.events("task.moved").flatMap((one) => (one.task === task ? [one.trigger] : []));
  return { session, ending, told, run, last, moves };
}

const answers = (input: object): Reply => answersWith(says.call("submit_reply", input));
function answersWith(reply: ModelReply): Reply {
  return (by) => (by.thread.startsWith("answer/") ? reply : undefined);
}

describe("a question about a task", () => {
  test("is answered by the architect, and its author goes on where it asked", async () => {
    const { session, told, last, moves } = await played({
      reply: answers({ answer: "8080, as README says." }),
    });
    expect(moves()).toEqual([
      ...["dispatched", "ready", "asked", "answered", "done", "passed", "approved", "prepared", "landed"],
    ]);
    expect(last("coding/t1.1", 2)).toContain("architect answers: 8080, as README says.");
    // One loop: the answer is the result of that very call.
    const opened = session.events("loop.opened").filter(({ thread }) => thread === "coding/t1.1");
    expect(opened).toHaveLength(1);
    const asked = told.find(({ by }) => by.thread === "answer/t1.1/1");
    expect(asked?.by.seat).toBe("architect");
    expect(asked?.request.tools.map(({ name }) => name)).toEqual([
      ...["read_file", "list_files", "search_code", "submit_reply"],
    ]);
    expect(session.state).toMatchObject({ questions: {}, threads: [] });
    expect(session.state.tasks.t1?.questions).toMatchObject([
      { text: "Which port?", answer: { by: "architect", text: "8080, as README says." } },
    ]);
  });

  test("is asked, paused and moved in one append; so are the answer and the way back", async () => {
    const { session } = await played();
    const appends: string[][] = [[]];
    for (const { event, more } of session.log.facts) {
      appends.at(-1)?.push(event.type);
      if (!more) appends.push([]);
    }
    const withType = (type: string) => appends.filter((types) => types.includes(type));
    expect(withType("question.asked")).toEqual([
      ["model.replied", "question.asked", "loop.paused", "task.moved"],
    ]);
    expect(withType("question.answered")).toEqual([
      ["model.replied", "tool.settled", "loop.closed", "question.answered", "task.moved"],
    ]);
  });

  test("shows who answers the worktree as it stands, and lets nothing be changed there", async () => {
    const writes = { tool: "write_file", input: { path: "port.txt", content: "8080?\n" } };
    const { last, session } = await played({
      reply: ({ thread, ask }) => {
        if (thread === "coding/t1.1" && ask === 1)
          return says.calls(writes, { tool: "ask_question", input: { question: "Which port?" } });
        if (thread !== "answer/t1.1/1") return undefined;
        if (ask > 1) return says.call("submit_reply", { answer: "port.txt:1 is right, port.txt:9 is not." });
        return says.calls(
          { tool: "read_file", input: { path: "port.txt" } },
          { tool: "write_file", input: { path: "port.txt", content: "1\n" } },
        );
      },
    });
    expect(last("answer/t1.1/1", 1)).toContain(
      "Written so far, as it stands in the worktree that you read: port.txt",
    );
    expect(last("answer/t1.1/1", 2)).toMatch(/8080\?.*There is no tool write_file/s);
    // What it cites and the worktree does not have is told.
    expect(session.events("question.answered")[0]?.text).toContain("(port.txt:9 does not exist.)");
  });

  test("goes to the person if the architect cannot answer, with the same id and the same effect", async () => {
    const { session, run, last, moves } = await played({ reply: answers({ cannot: "It is about money." }) });
    expect(session.waits).toMatchObject([
      {
        kind: "question",
        from: "ada",
        task: "t1",
        text: "Which port?",
        context: "README.md:3 names two.",
        urgency: "high",
        passed: { by: "architect", why: "It is about money." },
      },
    ]);
    const [asked] = session.log.facts.filter(({ event }) => event.type === "question.asked");
    expect(session.waits[0]?.id).toBe(`q${asked?.seq}`);
    expect(moves()).toEqual(["dispatched", "ready", "asked"]);
    await session.answer({ kind: "tell", words: "9090" });
    await run();
    expect(last("coding/t1.1", 2)).toContain("The product manager answers: 9090");
    expect(moves().at(-1)).toBe("landed");
    expect(session.events("question.answered")).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ["talks", answersWith(says.text("Well."))],
    ["looks for ever", answersWith(says.call("list_files"))],
    ["gives no answer and no reason", answers({})],
    ["gives both", answers({ answer: "8080", cannot: "who knows" })],
  ])("goes to the person if the architect %s", async (_, reply) => {
    const { session, told, moves, run } = await played({ reply });
    expect(session.waits).toMatchObject([
      {
        kind: "question",
        passed: { by: "harness", why: expect.stringMatching(/^architect came to no answer: /) },
      },
    ]);
    expect(told.filter(({ by }) => by.thread.startsWith("answer/")).length).toBeLessThanOrEqual(5);
    await session.answer({ kind: "tell", words: "9090" });
    await run();
    expect(moves().at(-1)).toBe("landed");
  });

  test("waits with its architect if the model gives no reply, and a retry asks it again", async () => {
    let isDown = true;
    const { session, run, last, moves } = await played({
      reply: ({ thread }) =>
        thread.startsWith("answer/") && isDown
          ? says.failed("no such model", { failure: "refused" })
          : undefined,
    });
    expect(session.waits).toMatchObject([{ kind: "stuck", error: expect.stringContaining("architect") }]);
    isDown = false;
    await session.answer({ kind: "retry" });
    await run();
    expect(last("answer/t1.1/1", 1)).toContain("The question above has no answer yet.");
    expect(moves().at(-1)).toBe("landed");
  });

  test.each<[string, Scene, string | undefined]>([
    ["the next engineer answers", { seats: team.filter(({ role }) => role !== "architect") }, "bo"],
    ["the person, if nobody else has tools", { seats: [seat("ada"), seat("coach", "coach")] }, undefined],
    ["the person, in work without a talk", { policy: { phases: ["implementation"] } }, undefined],
  ])("without an architect, or a talk: %s", async (_, scene, by) => {
    const { session, told } = await played(scene);
    const [answering] = told.flatMap((one) => (one.by.thread.startsWith("answer/") ? [one.by.seat] : []));
    expect(answering).toBe(by);
    expect(session.events("question.asked")).toMatchObject([
      { to: by === undefined ? "human" : "architect" },
    ]);
    expect(session.waits.some(({ kind }) => kind === "question")).toBe(by === undefined);
  });

  test("is not asked once there were too many, and the author is told to decide", async () => {
    const { session, last, moves } = await played({
      policy: { questions: 2 },
      reply: ({ thread, ask }) => (thread === "coding/t1.1" && ask <= 3 ? asks : undefined),
    });
    expect(session.events("question.asked")).toHaveLength(2);
    expect(last("coding/t1.1", 4)).toContain("Not asked: you have asked all 2 questions of this task.");
    expect(moves().at(-1)).toBe("landed");
  });

  test("can be switched off: the author has no such tool", async () => {
    const { last } = await played({ policy: { questions: 0 } });
    expect(last("coding/t1.1", 2)).toContain("There is no tool ask_question.");
  });
});

describe("while a question waits for the person", () => {
  const human = { phases: ["implementation"] } satisfies Partial<Policy>;
  const three = ["t1", "t2", "t3"].map((id) => planned(id));

  test("its engineer takes the next task, and comes back only when that lets go", async () => {
    let isAnswered = false;
    const { session, run, moves } = await played({
      policy: human,
      tasks: three,
      reply({ thread, ask }, playing) {
        if (thread !== "coding/t3.1" || isAnswered) return undefined;
        // The answer arrives while ada is asked for t3, which is hers as well.
        isAnswered = true;
        void playing.answer({ kind: "tell", words: "9090" });
        return ask === 1 ? says.call("list_files") : undefined;
      },
    });
    await run();
    expect(["t1", "t2", "t3"].map((id) => moves(id).at(-1))).toEqual(["landed", "landed", "landed"]);
    const asked = session.log.facts.flatMap(({ event, step }) =>
      event.type === "model.asked" && /CODING/.test(step ?? "") ? [step?.split("/")[1]] : [],
    );
    expect(asked.filter((task) => task !== "t2")).toEqual(["t1", "t3", "t3", "t1"]);
  });

  test("cancelling the task forgets the question", async () => {
    const { session, run } = await played({ policy: human });
    await cancelTasks(session.journal, ["t1"], true);
    expect(session.waits).toEqual([]);
    expect(session.state.questions).toEqual({});
    await run();
    expect(session.state.tasks.t1?.state).toBe("CANCELLED");
  });

  test("the team can go back; when it builds again, the question waits again", async () => {
    const { session, run, moves } = await played({
      reply: answers({ cannot: "No." }),
    });
    expect(session.waits).toMatchObject([{ kind: "question" }]);
    const back = { type: "phase.requested" as const, phase: "pre-code-review" as const, why: "Once more." };
    await session.journal.append(() => [{ actor: "human", event: back }]);
    expect(session.waits).toEqual([]);
    await run();
    expect(session.waits).toMatchObject([{ kind: "question", task: "t1" }]);
    await session.answer({ kind: "tell", words: "9090" });
    await run();
    expect(moves().at(-1)).toBe("landed");
  });
});

describe("when nobody is there", () => {
  const alone: Scene = { tasks: [planned("t1"), planned("t2")], waitMs: 60_000 };

  test.each<[string, Scene]>([
    ["asked at once", { policy: { phases: ["implementation"] } }],
    ["asked because the architect cannot answer", { reply: answers({ cannot: "No." }) }],
  ])(
    "a person who is %s has a deadline; then only this task waits, and later words reach its author",
    async (_, scene) => {
      const { session, ending, run, told } = await played({ ...alone, ...scene });
      expect(ending).toMatchObject({ kind: "waiting" });
      expect(session.state.tasks).toMatchObject({
        t1: { state: "BLOCKED", origin: "CODING", blocked: "prerequisite" },
        t2: { state: "DONE" },
      });
      expect(session.waits).toMatchObject([{ kind: "task", task: "t1", why: "unanswered" }]);
      expect(session.events("question.answered")).toMatchObject([{ how: "deadline" }]);
      await session.answer({ kind: "redirect", words: "Take 9090." });
      await run();
      const { messages } = told.findLast(({ by }) => by.thread === "coding/t1.1")?.request ?? {};
      expect(JSON.stringify(messages)).toMatch(/Nobody was there to answer in time.*About t1: Take 9090\./s);
      expect(session.state.tasks.t1?.landed).toBeDefined();
    },
  );

  test("yes lets the engineer decide", async () => {
    const { session, run, last, moves } = await played({ ...alone, policy: { phases: ["implementation"] } });
    await session.answer({ kind: "continue" });
    await run();
    expect(last("coding/t1.1", 2)).toContain("decide yourself");
    expect(moves()).toEqual([
      ...[
        "dispatched",
        "ready",
        "asked",
        "overdue",
        "unblocked",
        "done",
        "passed",
        "approved",
        "prepared",
        "landed",
      ],
    ]);
  });

  test("what was asked while a person was there has no deadline", async () => {
    const { session, run } = await played({ policy: { phases: ["implementation"] } });
    expect(await run(0)).toMatchObject({ kind: "waiting" });
    expect(session.waits).toMatchObject([{ kind: "question" }]);
  });
});
