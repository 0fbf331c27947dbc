import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { planned, scope } from "../../test/support/plans.ts";
import { says } from "../../test/support/scripted-model.ts";
import { answer } from "../app/say/answer.ts";
import { say } from "../app/say/say.ts";
import { setMeeting } from "../app/say/set-meeting.ts";
import type { AskedBy, ModelReply } from "../core/ports/model.ts";
import type { Request } from "../core/ports/request.ts";
import type { PlannedTask } from "../core/terms/artifacts.ts";
import { meetingPolicy } from "../core/terms/meeting/meeting.ts";
import type { Policy } from "../core/terms/policy.ts";

type Reply = (by: AskedBy, signal: AbortSignal, request: Request) => ModelReply | undefined;

async function opened(policy: Partial<Policy> = {}) {
  return new FakeSession({ policy: { ...meetingPolicy("short"), ...policy } }).open();
}

/** Who was asked until building began, with the number of the request in its conversation. */
async function talked(session: FakeSession, reply: Reply, tasks?: readonly PlannedTask[]) {
  const model = modelOf(reply, tasks);
  await session.run({ model });
  const talk = /^(sizing|turn|coach|architect|artifact|volunteer)\/(?!code-review)/;
  return model.asked.filter(({ thread }) => talk.test(thread)).map(({ thread, ask }) => `${thread}#${ask}`);
}

const agreement = says.call("submit_agreement", { scope, tasks: [planned("t1")] });

test("everybody speaks once at the same time, then the coach hands in scope and plan", async () => {
  const session = await opened({ pace: "auto" });
  expect(await talked(session, () => undefined)).toEqual([
    "turn/meeting.1/ada#1",
    "turn/meeting.1/bo#1",
    "coach/meeting.1/1#1",
  ]);
  const asked = session.log.facts.flatMap(({ event }, index) =>
    event.type === "model.asked" ? [index] : [],
  );
  const replied = session.log.facts.findIndex(({ event }) => event.type === "model.replied");
  expect(asked.filter((index) => index < replied)).toHaveLength(2);
  expect(Object.keys(session.state.accepted)).toEqual(
    expect.arrayContaining(["scope", "tasks", "approach", "agreement"]),
  );
  expect(session.state.tasks).toHaveProperty("t1.owner", "ada");
});

test("one yes accepts both, and the tasks need no plan of their own", async () => {
  const session = await opened({ planning: "auto" });
  await talked(session, () => undefined);
  expect(session.waits).toMatchObject([{ kind: "accept", artifact: "agreement" }]);
  expect(session.state.accepted).toEqual({});
  await session.answer({ kind: "approve" });
  expect(session.state.accepted.scope?.body).toEqual(scope);
  expect(session.state.accepted.tasks?.body.tasks).toEqual([planned("t1")]);
  const model = modelOf();
  await session.run({ model });
  expect(model.asked[0]?.thread).toBe("coding/t1.1");
});

describe("after the first round", () => {
  test("only who is called speaks, in the order of the calls, then the coach again", async () => {
    const session = await opened({ pace: "auto" });
    const asked = await talked(session, ({ thread }) => {
      if (thread !== "coach/meeting.1/1") return undefined;
      return says.text("@bo and @ada contradict each other: in which case is the other right?");
    });
    expect(asked.slice(2)).toEqual([
      "coach/meeting.1/1#1",
      "turn/meeting.1/3#1",
      "turn/meeting.1/4#1",
      "coach/meeting.1/2#1",
    ]);
    const seats = session.log.facts.flatMap(({ event }) =>
      event.type === "turn.started" && /\/[34]$/.test(event.thread) ? [event.seat] : [],
    );
    expect(seats).toEqual(["ada", "bo"]);
  });

  test("one who is called speaks alone", async () => {
    const session = await opened({ pace: "auto" });
    const asked = await talked(session, ({ thread }) =>
      thread === "coach/meeting.1/1" ? says.text("@bo, is the file read twice?") : undefined,
    );
    expect(asked.slice(3)).toEqual(["turn/meeting.1/3#1", "coach/meeting.1/2#1"]);
    expect(session.events("turn.started").find(({ thread }) => thread === "turn/meeting.1/3")?.seat).toBe(
      "bo",
    );
  });

  test("a message that calls nobody ends the talk, and the result is written", async () => {
    const session = await opened({ pace: "auto" });
    const asked = await talked(session, ({ thread }) => {
      if (thread.startsWith("artifact/meeting")) return agreement;
      return thread.startsWith("coach/") ? says.text("That is all.") : undefined;
    });
    expect(asked.slice(2)).toEqual(["coach/meeting.1/1#1", "artifact/meeting.1/1#1"]);
  });

  test("the coach goes on with the person's answer in the same turn", async () => {
    const session = await opened();
    const question = says.call("ask_pm", { question: "1. Which? 2. Since when?" });
    const reply: Reply = ({ thread, ask }) =>
      thread.startsWith("coach/") && ask === 1 ? question : undefined;
    expect((await talked(session, reply)).slice(2)).toEqual(["coach/meeting.1/1#1"]);
    await session.answer({ kind: "tell", words: "1. That. 2. Since May." });
    expect(await talked(session, reply)).toEqual(["coach/meeting.1/1#2"]);
    expect(session.waits).toMatchObject([{ kind: "accept" }]);
  });

  test("the coach hears what was said while its question was open, once, behind all that it has read", async () => {
    const session = await opened();
    const question = says.call("ask_pm", { question: "1. Which? 2. Since when?" });
    const requests: Request[] = [];
    const reply = ({ thread, ask }: AskedBy, _: AbortSignal, request: Request) => {
      if (thread === "turn/meeting.1/3") return says.text("A path may be a folder.");
      if (!thread.startsWith("coach/")) return undefined;
      requests.push(request);
      return ask === 1 ? question : undefined;
    };
    await talked(session, reply);
    await say(session.journal, "May a path be a folder?", { to: ["bo"] });
    await session.answer({ kind: "tell", words: "1. That. 2. Since May." });
    expect(await talked(session, reply)).toEqual(["turn/meeting.1/3#1", "coach/meeting.1/1#2"]);
    const [before, after] = requests.map(({ messages }) => messages);
    expect(after?.slice(0, before?.length)).toEqual(before);
    const words = JSON.stringify(after?.slice(before?.length));
    for (const once of ["May a path be a folder?", "[bo] A path may be a folder.", "1. That. 2. Since May."])
      expect(words.split(once), once).toHaveLength(2);
    expect(words.indexOf("[bo]")).toBeGreaterThan(words.indexOf("1. That."));
  });

  test.each([
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ])(
    "at question %i, turns that the person calls for are none of the talk's own: %i of them",
    async (at, calls) => {
      const session = await opened();
      const question = says.call("ask_pm", { question: "Which?" });
      const calling = says.text("@ada, @bo: and what of the other case?");
      const reply: Reply = ({ thread, ask }) => {
        if (!thread.startsWith("coach/")) return undefined;
        if (thread === `coach/meeting.1/${at}` && ask === 1) return question;
        return thread === "coach/meeting.1/1" ? calling : undefined;
      };
      const before = await talked(session, reply);
      for (const seat of ["ada", "bo"].slice(0, calls))
        await say(session.journal, "May a path be a folder?", { to: [seat] });
      await session.answer({ kind: "tell", words: "That." });
      const all = [...before, ...(await talked(session, reply))];
      expect(all.filter((one) => one.startsWith("turn/"))).toHaveLength(4 + calls);
      expect(all.at(-1)).toMatch(/^coach\/meeting\.1\/2#/);
      expect(session.waits).toMatchObject([{ kind: "accept" }]);
    },
  );

  test("two rounds are the most, and then a person is asked how it goes on", async () => {
    const session = await opened();
    const asked = await talked(session, ({ thread }) =>
      thread.startsWith("coach/") ? says.text("@ada, @bo: and what of the other case?") : undefined,
    );
    expect(asked.filter((one) => one.startsWith("turn/"))).toHaveLength(4);
    expect(session.waits).toMatchObject([{ kind: "limit", why: "turns" }]);
  });
});

test("fewer turns than engineers stop nobody in the first round", async () => {
  const session = await opened({ turns: 1 });
  expect((await talked(session, () => undefined)).slice(0, 2)).toEqual([
    "turn/meeting.1/ada#1",
    "turn/meeting.1/bo#1",
  ]);
  expect(session.events("turn.ended").slice(0, 2)).toMatchObject([{ how: "said" }, { how: "said" }]);
});

test("sent back, the coach reads why and hands in another version", async () => {
  const session = await opened();
  await talked(session, () => undefined);
  await session.answer({ kind: "return", words: "Smaller, please." });
  expect(await talked(session, () => undefined)).toEqual(["coach/meeting.1/2#1"]);
  expect(session.waits).toMatchObject([{ kind: "accept", artifact: "agreement", version: 2 }]);
});

describe("a pre-code review", () => {
  const two = (interfaces: readonly string[], file = "b.js"): readonly object[] => [
    { ...planned("t1"), files: ["a.js"], interfaces },
    { ...planned("t2", "t1"), files: [file] },
  ];
  test.each([
    ["follows where a task relies on one that says nothing of its interface", two([]), "pre-code-review"],
    ["is left out where the interface is written down", two(["add(a, b): number"]), "implementation"],
    ["is left out where both only edit the same file", two([], "a.js"), "implementation"],
  ])("%s", async (_, tasks, phase) => {
    const session = await opened();
    const handedIn = says.call("submit_agreement", { scope, tasks });
    await talked(session, ({ thread }) => (thread.startsWith("coach/meeting") ? handedIn : undefined));
    await session.answer({ kind: "approve" });
    const entered = session.log.facts.length;
    await session.run({ model: modelOf() });
    const next = session.log.facts.slice(entered).find(({ event }) => event.type === "phase.entered")?.event;
    expect(next).toMatchObject({ phase });
  });
});

describe("the coach says how large the work looks", () => {
  const sized =
    (work: object): Reply =>
    ({ thread }) =>
      thread.startsWith("sizing/") ? says.call("size_work", { why: "It looks so.", ...work }) : undefined;
  test.each([
    ["a chain of three", { size: "chain", tasks: 3 }, "meeting", "short"],
    ["five side by side", { size: "parallel", tasks: 5 }, "meeting", "short"],
    ["six", { size: "parallel", tasks: 6 }, "refinement", "full"],
    ["one that nobody understands", { size: "task", unclear: true }, "refinement", "full"],
    ["one task, where nobody is asked", { size: "task" }, "implementation", "none"],
  ] as const)("%s", async (_, work, phase, meeting) => {
    const session = await opened({ pace: "auto", sizing: true });
    const model = modelOf(sized(work));
    await session.run({ model });
    const entered = session.events("phase.entered").map((event) => event.phase);
    expect(entered.find((one) => one === phase)).toBe(phase);
    expect(session.state.session.policy.meeting).toBe(meeting);
    expect(session.state.session.policy.phases).toEqual(meetingPolicy(meeting).phases);
    expect(model.asked.filter(({ thread }) => thread.startsWith("turn/meeting")).length).toBe(
      meeting === "short" ? 2 : 0,
    );
  });

  test.each([
    ["do", "none", "coding/t1.1"],
    ["talk", "short", "turn/meeting.1/ada"],
    ["full", "full", "turn/refinement.1/1"],
  ] as const)("of one task the person says %s", async (kind, meeting, next) => {
    const session = await opened({ sizing: true });
    await session.run({ model: modelOf(sized({ size: "task" })) });
    expect(session.waits).toMatchObject([{ kind: "size", meeting: "short" }]);
    await session.answer({ kind });
    const model = modelOf();
    await session.run({ model });
    expect(session.state.session.policy.meeting).toBe(meeting);
    expect(model.asked[0]?.thread).toBe(next);
  });
});

test("the coach makes it larger: its words and all others are read in refinement", async () => {
  const session = await opened({ pace: "auto" });
  let read = "";
  const model = modelOf((by, _, request) => {
    if (by.thread === "coach/meeting.1/1")
      return {
        ...says.call("submit_agreement", { widen: "Nobody knows the formats." }),
        text: "Formats are open.",
      };
    if (by.thread === "turn/refinement.1/1") read = JSON.stringify(request.messages);
    return undefined;
  });
  await session.run({ model });
  expect(session.state.session.policy.meeting).toBe("full");
  expect(session.events("phase.requested")).toMatchObject([
    { phase: "refinement", why: "Nobody knows the formats.", keepsTalk: true },
  ]);
  for (const words of ["ada says something.", "bo says something.", "Formats are open."])
    expect(read).toContain(words);
});

test.each([
  ["without scope and tasks", {}],
  ["with tasks that no requirement needs", { scope, tasks: [{ ...planned("t1"), requirements: ["r9"] }] }],
  ["with a requirement that no task meets", { scope, tasks: [{ ...planned("t1"), requirements: [] }] }],
  ["with a circle", { scope, tasks: [planned("t1", "t2"), planned("t2", "t1")] }],
  ["with two tasks of one id", { scope, tasks: [planned("t1"), planned("t1")] }],
])("an agreement %s goes back to the coach", async (_, wrong) => {
  const session = await opened();
  const asked = await talked(session, ({ thread, ask }) =>
    thread === "coach/meeting.1/1" && ask === 1 ? says.call("submit_agreement", wrong) : undefined,
  );
  expect(asked.slice(2)).toEqual(["coach/meeting.1/1#1", "coach/meeting.1/1#2"]);
  expect(session.waits).toMatchObject([{ kind: "accept", version: 1 }]);
});

describe("a person changes the size", () => {
  const words = ({ log }: FakeSession) =>
    log.facts.flatMap(({ event }) => (event.type === "message.posted" ? [event.text] : []));

  test("larger: what was said is read in refinement, and nobody is asked how large it looks", async () => {
    const session = await opened();
    await talked(session, ({ thread }) =>
      thread.startsWith("turn/") ? says.text(`${thread} says it.`) : undefined,
    );
    await setMeeting(session.journal, "full", "It is larger than that.");
    const model = modelOf((by, _, request) => {
      if (by.thread !== "turn/refinement.1/1") return undefined;
      return says.text(
        JSON.stringify(request.messages).includes("turn/meeting.1/bo says it.") ? "read" : "lost",
      );
    });
    await session.run({ model });
    expect(words(session)).toContain("It is larger than that.");
    expect(words(session)).toContain("read");
    expect(model.asked[0]?.thread).toBe("turn/refinement.1/1");
  });

  test("smaller: who has spoken is not asked again, and the coach leads from there", async () => {
    const session = await opened({ ...meetingPolicy("full"), sizing: true, turns: 1, pace: "normal" });
    await session.run({
      model: modelOf(({ thread }) => (thread.startsWith("sizing") ? sizedLarge : undefined)),
    });
    expect(session.waits).toMatchObject([{ kind: "limit" }]);
    await setMeeting(session.journal, "short", "");
    expect(await talked(session, () => undefined)).toEqual(["turn/meeting.1/bo#1", "coach/meeting.1/1#1"]);
  });

  const sizedLarge = says.call("size_work", { size: "parallel", tasks: 9, why: "Much." });

  test.each([
    ["planning", "tasks"],
    ["pre-code-review", "approach"],
  ] as const)("smaller in %s: its result is written now", async (phase, artifact) => {
    const session = await opened({ ...meetingPolicy("full"), turns: 1 });
    for (let runs = 0; session.state.stage?.phase !== phase || session.waits[0]?.kind !== "limit"; runs++) {
      if (runs > 9) throw new Error(`it stands in ${session.state.stage?.phase}`);
      await session.run({ model: modelOf() });
      const [wait] = session.waits;
      if (wait?.kind === "limit" && session.state.stage?.phase === phase) break;
      if (!wait) continue;
      const given = wait.kind === "limit" ? ({ kind: "end" } as const) : ({ kind: "approve" } as const);
      await answer(session.journal, wait.id, given, session.clock.now());
    }
    await setMeeting(session.journal, "short", "");
    const model = modelOf();
    await session.run({ model });
    expect(model.asked[0]?.thread).toBe(`artifact/${phase}.1/1`);
    expect(session.state.artifacts[artifact]).toBeDefined();
  });

  test("to none: one engineer builds it", async () => {
    const session = await opened();
    await talked(session, () => undefined);
    await setMeeting(session.journal, "none", "");
    const model = modelOf();
    await session.run({ model });
    expect(model.asked[0]?.thread).toBe("coding/t1.1");
  });

  test("not once it is being built, and not in a plan that stands", async () => {
    const session = await opened({ pace: "auto" });
    await session.run({ model: modelOf() });
    await expect(setMeeting(session.journal, "full", "")).rejects.toThrow(/The talk is over/);
  });
});
