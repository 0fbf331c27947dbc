import { describe, expect, test } from "vitest";
import { checkEveryPrefix } from "../../test/support/check-every-prefix.ts";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { lostWords } from "../../test/support/lost-words.ts";
import { Doom, type Walk } from "../../test/support/mortal.ts";
import { scope, seat } from "../../test/support/plans.ts";
import { says } from "../../test/support/scripted-model.ts";
import { answer } from "../app/say/answer.ts";
import type { AskedBy, ModelReply } from "../core/ports/model.ts";
import type { Request } from "../core/ports/request.ts";
import type { Seat } from "../core/terms/policy.ts";
import { lookingTools } from "./discussion-tools.ts";

type Replied = Extract<ModelReply, { kind: "replied" }>;
type Calls = Replied["calls"];

const words = "I take it back: a parser of our own.";
const decision = {
  topic: "Sums",
  decision: "A parser.",
  reason: "eval runs anything.",
  proposed: "bo",
  agreed: ["ada"],
};
const record = { tool: "record_decision", input: decision };
const badRecord = { tool: "record_decision", input: { ...decision, agreed: ["zoe"] } };
const defer = { tool: "defer_point", input: { topic: "Colours", why: "later" } };
const look = { tool: "read_file", input: { path: "README.md" } };
const pass = { tool: "pass_turn", input: { reason: "That is all." } };
const handIn = { tool: "submit_scope", input: scope };
const ask = { tool: "ask_pm", input: { question: "Which?", options: ["a", "b"] } };
const spoken = (text: string, ...calls: Calls): Replied => ({ ...says.calls(...calls), text });

interface Played {
  readonly session: FakeSession;
  readonly asked: readonly { readonly by: AskedBy; readonly request: Request }[];
}

interface Play {
  readonly thread: string;
  readonly replies: readonly Replied[];
  readonly rendering?: Seat["rendering"];
  readonly walk?: Walk;
}

/** A session in which one thread is played by these replies, up to the next phase; killed at every point of a walk. */
async function played({ thread, replies, rendering, walk }: Play): Promise<Played> {
  const view = rendering ? { rendering } : {};
  const seats = [seat("ada"), seat("bo"), seat("coach", "coach"), seat("architect", "architect")];
  const session = await new FakeSession({
    seats: seats.map((one) => ({ ...one, ...view })),
    policy: { pace: "auto", sizing: true, phases: ["refinement"] },
  }).open();
  const asked: { by: AskedBy; request: Request }[] = [];
  const model = modelOf((by, _, request) => {
    asked.push({ by, request });
    if (by.thread === thread) return replies[by.ask - 1];
    return by.thread === "coach/refinement.1/1" ? says.text("Go on.") : undefined;
  });
  const points = new Set<string>();
  for (let runs = 0; runs < 400; runs++) {
    const doom = new Doom(walk ?? "none", points);
    const ended = await Promise.race([session.run({ model, doom }), doom.died]);
    if (typeof ended === "string") continue;
    const [question] = Object.keys(session.state.questions);
    if (question === undefined) return { session, asked };
    await answer(session.journal, question, { kind: "choose", option: 2 }, session.clock.now());
  }
  throw new Error("it never came to an end");
}

const messages = ({ session }: Played, who: string) =>
  session.log.facts.flatMap(({ actor, event }) =>
    event.type === "message.posted" && actor === who ? [event.text] : [],
  );
const requestOf = ({ asked }: Played, thread: string) =>
  JSON.stringify(asked.find(({ by }) => by.thread === thread)?.request);
const asks = ({ session }: Played, thread: string) =>
  session.log.facts.filter(({ event, step }) => event.type === "model.replied" && step === thread).length;
const endOf = ({ session }: Played, thread: string) =>
  session.log.facts.flatMap(({ event }) =>
    event.type === "turn.ended" && event.thread === thread ? [event] : [],
  );

const engineer = "turn/refinement.1/1";
const coach = "coach/refinement.1/1";

const oneReply: readonly [
  what: string,
  thread: string,
  next: string | undefined,
  calls: Calls,
  recorded: number,
][] = [
  ["a decision", engineer, "turn/refinement.1/2", [record], 1],
  ["a point that is put off", engineer, "turn/refinement.1/2", [defer], 1],
  ["several records", engineer, "turn/refinement.1/2", [record, defer, record], 3],
  ["a pass", engineer, "turn/refinement.1/2", [pass], 0],
  ["a record and a pass", engineer, "turn/refinement.1/2", [record, pass], 1],
  ["a decision of the coach", coach, "turn/refinement.1/3", [record], 1],
  ["the end of the phase", coach, undefined, [record, handIn], 1],
  ["a size", "sizing/refinement.1", engineer, [{ tool: "size_work", input: size() }], 0],
];

function size() {
  return { size: "parallel", tasks: 3, why: "three parts" };
}

describe.each(["shared", "perspective"] as const)("in %s rendering", (rendering) => {
  test.each(oneReply)(
    "10.29: words beside %s are the message for everybody and end the turn in one request",
    async (_, thread, next, calls, recorded) => {
      const line = spoken(words, ...calls);
      const play = await played({ thread, replies: [line], rendering });
      expect(asks(play, thread)).toBe(1);
      expect(endOf(play, thread)).toHaveLength(1);
      expect(endOf(play, thread)[0]?.how).not.toBe("passed");
      if (next !== undefined) expect(requestOf(play, next)).toContain(words);
      expect(
        messages(play, thread.startsWith("turn") ? "ada" : "coach").filter((one) => one === words),
      ).toEqual([words]);
      const ledger = play.session.log.facts.filter(({ event }) =>
        ["decision.recorded", "point.deferred"].includes(event.type),
      );
      expect(ledger).toHaveLength(recorded);
      await checkEveryPrefix(play.session.log.facts, play.session.blobs.get);
    },
  );

  test("10.29: words beside a question are posted before it, once, and the turn goes on with the answer", async () => {
    const replies = [spoken(`${words} @architect, look.`, record, ask), says.text("Then b.")];
    const play = await played({ thread: coach, replies, rendering });
    expect(messages(play, "coach").slice(0, 2)).toEqual([`${words} @architect, look.`, "Then b."]);
    const types = play.session.log.facts.map(({ event }) => event.type);
    const asked = types.indexOf("question.asked");
    expect(types.slice(asked - 3, asked + 2)).toEqual([
      "decision.recorded",
      "tool.settled",
      "message.posted",
      "question.asked",
      "loop.paused",
    ]);
    // Called in the middle of a turn, the architect speaks after it.
    expect(play.asked.map(({ by }) => `${by.thread}#${by.ask}`).slice(3, 6)).toEqual([
      "coach/refinement.1/1#1",
      "coach/refinement.1/1#2",
      "architect/refinement.1/1#1",
    ]);
    expect(requestOf(play, "architect/refinement.1/1")).toMatch(/a parser of our own.*answers\] b.*Then b\./);
    await checkEveryPrefix(play.session.log.facts, play.session.blobs.get);
  });

  test("10.29: an empty reply after a record ends the turn, of the coach too, and is not told to hand in", async () => {
    for (const thread of [engineer, coach]) {
      const play = await played({ thread, replies: [spoken("", record), says.text(" ")], rendering });
      expect(asks(play, thread)).toBe(2);
      expect(endOf(play, thread)).toMatchObject([{ how: "said" }]);
      expect(play.session.log.facts.some(({ event }) => event.type === "loop.nudged")).toBe(false);
      expect(messages(play, thread === coach ? "coach" : "ada")).not.toContain("");
    }
  });
});

test("10.29: a record without words goes on, and the words that follow are the message", async () => {
  const play = await played({ thread: engineer, replies: [spoken("", record), says.text(words)] });
  expect(messages(play, "ada")[0]).toBe(words);
  expect(asks(play, engineer)).toBe(2);
});

/** What the coach handed in, and the ids of the decisions it had recorded. */
function handedIn({ session }: Played) {
  const { facts } = session.log;
  const ids = facts.flatMap(({ seq, event }) => (event.type === "decision.recorded" ? [`d${seq}`] : []));
  return {
    ids,
    bodies: facts.flatMap(({ event }) => (event.type === "artifact.submitted" ? [event.body] : [])),
  };
}

describe("a result in the reply that records its decisions", () => {
  const cites = (words: string): Calls[number] => ({
    tool: "submit_scope",
    input: { ...scope, summary: words },
  });

  test.each([undefined, "before", "after", "within"] as const)(
    "cites them by their places, and facts hold their ids; killed: %s",
    async (walk) => {
      const replies = [spoken("", record, record, cites("So (d#1), and (d#2), not (d#3)."))];
      const play = await played({ thread: coach, replies, ...(walk && { walk }) });
      const { ids, bodies } = handedIn(play);
      expect(ids).toHaveLength(2);
      expect(bodies).toMatchObject([{ summary: `So (${ids[0]}), and (${ids[1]}), not (d#3).` }]);
      await checkEveryPrefix(play.session.log.facts, play.session.blobs.get);
    },
  );

  test("of which none is valid ends the talk, and the coach is asked for the result alone", async () => {
    const bad: Calls[number] = { tool: "submit_scope", input: { summary: "Only that." } };
    const replies = Array.from({ length: 9 }, () => spoken("", bad));
    const play = await played({ thread: coach, replies });
    expect(endOf(play, coach)).toMatchObject([{ how: "cut" }]);
    expect(play.session.log.facts.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({
        type: "phase.signalled",
        summary: expect.stringContaining("no valid scope"),
      }),
    );
    expect(asks(play, "artifact/refinement.1/1")).toBe(1);
    expect(handedIn(play).bodies).toHaveLength(1);
  });
});

test("10.29: an empty reply of the coach is never answered with the tool that ends the phase", async () => {
  const play = await played({ thread: coach, replies: [says.text(""), says.text("")] });
  const nudges = play.session.log.facts.flatMap(({ event }) =>
    event.type === "loop.nudged" ? [event.text] : [],
  );
  expect(nudges).toHaveLength(2);
  for (const text of nudges) expect(text).not.toContain("submit_scope");
});

describe("10.29: words beside a record that fails", () => {
  const held = spoken(words, badRecord);
  const again = "And it is only sixty lines.";

  test.each<[what: string, rest: readonly Replied[], message: string, records: number]>([
    ["are posted with the mended one", [spoken("", record)], words, 1],
    ["are not doubled if they are repeated", [spoken(words, record)], words, 1],
    [
      "are not doubled inside a longer message",
      [spoken(`${words} ${again}`, record)],
      `${words} ${again}`,
      1,
    ],
    ["are joined with other words", [spoken(again, record)], `${words}\n\n${again}`, 1],
    ["are posted if the member leaves it at that", [says.text("")], words, 0],
    ["are posted if the member passes", [spoken("", pass)], words, 0],
    ["are posted if it never gets better", [spoken("", badRecord), spoken("", badRecord)], words, 0],
  ])("%s", async (_, rest, message, records) => {
    const play = await played({ thread: engineer, replies: [held, ...rest] });
    expect(messages(play, "ada")[0]).toBe(message);
    expect(messages(play, "ada").filter((one) => one.includes(words))).toHaveLength(1);
    const { facts } = play.session.log;
    expect(facts.filter(({ event }) => event.type === "decision.recorded")).toHaveLength(records);
    const second = play.asked.find(({ by }) => by.thread === engineer && by.ask === 2)?.request;
    expect(JSON.stringify(second)).toContain("zoe");
    expect(JSON.stringify(second?.messages.at(-1))).toContain("Your message is kept");
    expect(lostWords(facts)).toEqual([]);
  });
});

test("10.29: words beside a look at the code are for nobody else, and the member is told before it falls silent", async () => {
  const note = "Let me look first.";
  const replies = [spoken(note, look), says.text(""), says.text(words)];
  const play = await played({ thread: engineer, replies });
  expect(messages(play, "ada")[0]).toBe(words);
  expect(JSON.stringify(play.asked.filter(({ by }) => by.thread !== engineer))).not.toContain(note);
  const third = play.asked.find(({ by }) => by.thread === engineer && by.ask === 3)?.request;
  expect(JSON.stringify(third)).toContain("What you wrote beside your tool calls was sent to nobody.");
});

test("10.29: words beside a record and a look at the code wait for the end of the turn", async () => {
  const replies = [spoken(words, record, look), says.text("It says twice.")];
  const play = await played({ thread: engineer, replies });
  expect(messages(play, "ada")[0]).toBe(`${words}\n\nIt says twice.`);
});

test("10.29: what such words cite is looked up, and marked where it does not exist", async () => {
  for (const calls of [[record], [pass], [record, pass]]) {
    const play = await played({ thread: engineer, replies: [spoken("See src/x.js:9.", ...calls)] });
    const posted = play.session.log.facts.find(({ event }) => event.type === "message.posted")?.event;
    expect(posted).toMatchObject({ text: "See src/x.js:9.", missing: ["src/x.js:9"] });
    expect(asks(play, engineer)).toBe(1);
  }
});

test.each(["before", "after", "within"] as const)(
  "10.29: killed %s every append, words and records are there once",
  async (walk) => {
    const cases: readonly [thread: string, replies: readonly Replied[], said: readonly string[]][] = [
      [engineer, [spoken(words, record, defer)], [words]],
      [engineer, [spoken("See src/x.js:9.", record, pass)], ["See src/x.js:9."]],
      [engineer, [spoken(words, badRecord), spoken("", record)], [words]],
      [coach, [spoken(`${words} src/x.js:9`, record, ask), says.text("b.")], [`${words} src/x.js:9`, "b."]],
    ];
    for (const [thread, replies, said] of cases) {
      const play = await played({ thread, replies, walk });
      expect(messages(play, thread === coach ? "coach" : "ada").slice(0, said.length)).toEqual(said);
      const { facts } = play.session.log;
      expect(facts.filter(({ event }) => event.type === "decision.recorded")).toHaveLength(1);
      expect(lostWords(facts)).toEqual([]);
      await checkEveryPrefix(facts, play.session.blobs.get);
    }
  },
);

test("10.29: the tools beside which words are notes are those for looking at the code", () => {
  expect(lookingTools("code-review").map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    "read_file reads",
    "list_files reads",
    "search_code reads",
    "read_diff reads",
  ]);
});
