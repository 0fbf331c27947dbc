import { describe, expect, test } from "vitest";
import type { Clock } from "../../core/ports/clock.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { RehearsalModel } from "./rehearsal-model.ts";
import type { ScriptLine } from "./rehearsal-script.ts";

const by = { thread: "turn/refinement.1/1", ask: 1, seat: "ada" };
const never = new AbortController().signal;

test("a line is spoken in pieces that make up its text, between its beginning and its end", async () => {
  const { model, signals, reply } = playing([line({ say: "Two words,\nand more." })]);

  expect(await reply("")).toMatchObject({ kind: "replied", text: "Two words,\nand more.", finish: "stop" });

  expect(signals.map((signal) => signal.type)).toEqual([
    "ask.began",
    ...Array(4).fill("text.delta"),
    "ask.ended",
  ]);
  expect(signals.map((signal) => ("text" in signal ? signal.text : "")).join("")).toBe(
    "Two words,\nand more.",
  );
  expect(signals.every((signal) => "seat" in signal && signal.seat === "ada")).toBe(true);
  model.assertSpent();
});

test("calls come with the words, and usage is four characters to a token", async () => {
  const calls = [{ tool: "pass_turn", input: { reason: "nothing" } }];
  const { reply } = playing([line({ say: "12345", calls })]);

  const answer = await reply("rules");

  const input = Math.ceil(JSON.stringify(requestOf("rules")).length / 4);
  const output = Math.ceil((5 + JSON.stringify(calls).length) / 4);
  expect(answer).toMatchObject({ calls, finish: "tools", usage: { input, output } });
});

test("the id of a decision stands where the script has its topic, and what is not decided stays as it is", async () => {
  const cites = (topic: string) => [{ tool: "submit_tasks", input: { decisions: [`$decision{${topic}}`] } }];
  const { reply } = playing([line({ calls: cites("Money") })]);
  const rules = "- d4 Lines: as they come\n- d23 Money: whole cents";
  expect(await reply(rules)).toMatchObject({ calls: [{ input: { decisions: ["d23"] } }] });
  for (const talk of [
    "[recorded d23, proposed by ada] Money: whole cents, because",
    "[recorded d9, proposed by ada] Money: euros\n[amended d9 → d23, proposed by bo] Money: whole cents",
  ])
    expect(await reply(talk)).toMatchObject({ calls: [{ input: { decisions: ["d23"] } }] });
  expect(await reply("nothing")).toMatchObject({ calls: cites("Money") });
});

test("asked again it answers the same", async () => {
  const { reply } = playing([line({ say: "Same." })]);
  expect(await reply("x")).toEqual(await reply("x"));
});

describe("where several lines share an ask", () => {
  const fork = [
    line({ branch: "tea", needs: ["answers: tea"], say: "Kettle." }),
    line({ branch: "coffee", needs: ["answers: coffee"], say: "Grinder." }),
    line({ ask: 2, branch: "tea", say: "Leaves." }),
  ];

  test("the request chooses", async () => {
    expect(await playing(fork).reply("answers: coffee")).toMatchObject({ text: "Grinder." });
    expect(await playing(fork).reply("answers: tea")).toMatchObject({ text: "Kettle." });
  });

  test("a result chooses as well as the rules do", async () => {
    const results = [{ id: "c1_1", text: "answers: tea", failed: false }];
    const { model } = playing(fork);
    const request = { ...requestOf(""), messages: [{ role: "tool" as const, results }] };
    expect(await model.reply(request, by, () => {}, never)).toMatchObject({ text: "Kettle." });
  });

  test("lines of the way not taken are not left over, those of the way taken are", async () => {
    const coffee = playing(fork);
    await coffee.reply("answers: coffee");
    expect(coffee.model.unused()).toEqual([]);

    const tea = playing(fork);
    await tea.reply("answers: tea");
    expect(tea.model.unused()).toEqual(["turn/refinement.1/1, ask 2 (tea)"]);
    expect(() => tea.model.assertSpent()).toThrow("turn/refinement.1/1, ask 2 (tea)");
  });

  test("two that fit are a fault", async () => {
    const twins = [line({ lacks: ["x"], say: "a" }), line({ lacks: ["y"], say: "b" })];
    await expect(playing(twins).reply("z")).rejects.toThrow("2 lines that fit");
  });
});

describe("what is not scripted is a fault", () => {
  test("no line: it names the thread, the ask and the end of the request", async () => {
    const fault = {
      code: "model.unscripted",
      message: expect.stringMatching(/turn\/refinement\.1\/1, ask 1\b.*the end"/),
    };
    await expect(
      playing([line({ thread: "turn/planning.1/1", say: "x" })]).reply("the end"),
    ).rejects.toMatchObject(fault);
  });

  test("a line whose needs are not met: it names them, and nothing is spoken", async () => {
    const { reply, signals } = playing([line({ needs: ["r7"], lacks: ["eval"], say: "x" })]);
    await expect(reply("eval")).rejects.toThrow('needs "r7" and must not have "eval"');
    expect(signals).toEqual([]);
  });
});

describe("pauses", () => {
  test("grow with the text and shrink with the speed", async () => {
    const text = "a few words to wait for";
    const [slow, fast] = [playing([line({ say: text })], 1), playing([line({ say: text })], 4)];
    await slow.reply("");
    await fast.reply("");
    expect(slow.slept()).toBeGreaterThan(text.length);
    expect(fast.slept()).toBeCloseTo(slow.slept() / 4);
  });

  test("speed 0 makes none", async () => {
    const { reply, slept } = playing([line({ say: "word ".repeat(100) })], 0);
    await reply("");
    expect(slept()).toBe(0);
  });

  test("a stop is heeded at the next piece, with its reason, and the ask is ended", async () => {
    const stop = new AbortController();
    const signals: Signal[] = [];
    const { model } = playing([line({ say: "one two three" })], 1);

    const reply = model.reply(
      requestOf(""),
      by,
      (signal) => {
        signals.push(signal);
        if (signal.type === "text.delta") stop.abort(new Error("enough"));
      },
      stop.signal,
    );

    await expect(reply).rejects.toThrow("enough");
    expect(signals.map((signal) => signal.type)).toEqual(["ask.began", "text.delta", "ask.ended"]);
    expect(model.unused()).toHaveLength(1);
  });

  test("stopped before it begins it says nothing", async () => {
    const { model } = playing([line({ say: "x" })]);
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(model.reply(requestOf(""), by, () => {}, gone)).rejects.toThrow("gone");
  });
});

function playing(lines: readonly ScriptLine[], speed = 0) {
  let sleptMs = 0;
  const clock: Clock = {
    now: () => "2030-01-01T00:00:00.000Z",
    sleep: async (ms) => {
      sleptMs += ms;
    },
  };
  const model = new RehearsalModel({ name: "test", lines: [...lines] }, clock, speed);
  const signals: Signal[] = [];
  return {
    model,
    signals,
    slept: () => sleptMs,
    reply: (system: string) => model.reply(requestOf(system), by, (signal) => signals.push(signal), never),
  };
}

function line(given: Partial<ScriptLine>): ScriptLine {
  return { thread: by.thread, ask: by.ask, needs: [], lacks: [], say: "", calls: [], ...given };
}

function requestOf(system: string): Request {
  return { model: "rehearsal/test", tools: [], system, messages: [] };
}
