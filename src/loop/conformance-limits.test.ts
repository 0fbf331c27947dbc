import { expect, test, vi } from "vitest";
import { echo, LoopStage, type LoopStageOptions } from "../../test/support/loop-stage.ts";
import { seat, team } from "../../test/support/plans.ts";
import { lastBlock, ScriptedModel, type Spoken, says } from "../../test/support/scripted-model.ts";
import { defineTool, reply } from "../core/work/tool.ts";

// Replies without tools, and limits: lines 11 to 21 of what a tool loop must hold.

const end = says.call("finish", { value: 7 });
const look = says.call("echo", { text: "a" });
const done = { kind: "done", value: 7 };
const many = (line: Spoken, count: number) => new ScriptedModel(...Array.from({ length: count }, () => line));

test("11. one reply without tools: a reminder is added and the loop goes on", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(says.text("Well."), end);
  expect(await stage.run(model)).toEqual(done);
  expect(model.requests[1]?.messages.slice(-2)).toEqual([
    { role: "assistant", text: "Well.", calls: [] },
    { role: "user", blocks: ["You called no tool. Use one of your tools; finish ends this."] },
  ]);
});

test.each([
  ["a tool", look],
  ["a tool that does not exist", says.call("nope")],
  ["a tool with arguments that do not fit", says.call("echo", {})],
])("11. a call of %s resets the count", async (_, line) => {
  const stage = new LoopStage({ asks: 9 });
  const model = new ScriptedModel(says.text("hm"), line, says.text("hm"), line, says.text("hm"), end);
  expect(await stage.run(model)).toEqual(done);
  expect(stage.events("loop.nudged")).toHaveLength(3);
});

test("12. two replies in a row without tools: no-tool-twice, with what was said last", async () => {
  const stage = new LoopStage({ asks: 9 });
  const model = new ScriptedModel(look, says.text("hm"), says.text("well"));
  expect(await stage.run(model)).toEqual({ kind: "no-tool-twice", said: "well" });
  expect(stage.events("loop.closed")).toEqual([
    expect.objectContaining({ outcome: "no-tool-twice", error: "two replies in a row used no tool" }),
  ]);
  model.assertSpent();
});

test("12. the second in another process counts with the first", async () => {
  const stage = new LoopStage({ asks: 9 });
  await expect(stage.run(new ScriptedModel(says.text("hm")))).rejects.toThrow("no line");
  const model = new ScriptedModel(says.text("well"));
  expect(await stage.restarted().run(model)).toEqual({ kind: "no-tool-twice", said: "well" });
});

test.each([
  ["an empty reply", says.text("")],
  ["only reasoning", { ...says.text(""), opaque: { parts: [{ kind: "reasoning", text: "Hm." }] } }],
  ["only white space", says.text(" \n\t ")],
  ["nothing, ended in a way nobody knows", { ...says.text(""), finish: "other" as const }],
])("14. %s counts as no tools, whether or not words may end it", async (_, line) => {
  for (const textEnds of [false, true]) {
    const once = new LoopStage({ textEnds });
    expect(await once.run(new ScriptedModel(line, end))).toEqual(done);
    const stage = new LoopStage({ textEnds });
    expect(await stage.run(new ScriptedModel(line, line))).toMatchObject({ kind: "no-tool-twice" });
    expect(stage.events("loop.nudged").map(({ why }) => why)).toEqual(["no-tool", "no-tool"]);
  }
});

const hard = (limit: number, soft?: number) => ({
  key: "coding.review",
  hard: limit,
  ...(soft !== undefined && { soft }),
});

/** A stage that remembers what its limit handler was told, and when. */
function limited(options: LoopStageOptions) {
  const told: unknown[] = [];
  const stage: LoopStage = new LoopStage({
    asks: 24,
    ...options,
    onLimit: (reached) => {
      told.push({ ...reached, seen: stage.results().length });
    },
  });
  return { stage, told };
}

const reached = { kind: "iteration-limit", key: "coding.review", limit: 3, iteration: 3 };

test("15. hard limit 3: three asks, the third turn's tools still run, the handler is told key and 3", async () => {
  const { stage, told } = limited({ escalate: hard(3) });
  const model = many(look, 3);
  expect(await stage.run(model)).toEqual(reached);
  expect(stage.events("model.asked")).toHaveLength(3);
  expect(stage.results()).toHaveLength(3);
  expect(told).toEqual([{ which: "hard", key: "coding.review", asks: 3, seen: 3 }]);
  expect(stage.outcomes).toEqual([reached]);
  model.assertSpent();
});

test("15. done at the third ask is done, and the handler is not told", async () => {
  const { stage, told } = limited({ escalate: hard(3) });
  expect(await stage.run(new ScriptedModel(look, look, end))).toEqual(done);
  expect(told).toEqual([]);
});

test("16. soft limit 3: the handler is told once, at 3; the run may finish at 4; hard is untouched", async () => {
  const { stage, told } = limited({ escalate: hard(6, 3) });
  const model = new ScriptedModel(look, look, look, end);
  expect(await stage.run(model)).toEqual(done);
  expect(told).toEqual([expect.objectContaining({ which: "soft", key: "coding.review", asks: 3 })]);
  const nudges = model.requests.map((request) => JSON.stringify(request).includes("Requests left here: 3."));
  expect(nudges).toEqual([false, false, false, true]);
});

test.each([
  ["the next to last", 4, 1],
  ["the last", 3, 0],
])("10.41: at a soft limit that falls on %s request, it is told what is left", async (_, asks, left) => {
  const { stage } = limited({ asks, escalate: hard(6, 3) });
  await stage.run(many(look, asks));
  expect(stage.events("loop.nudged")).toMatchObject([
    { why: "soft-limit", text: `Requests left here: ${left}. Bring it to an end with finish.` },
  ]);
});

test("16. a pause at the soft limit swallows neither the handler nor the words", async () => {
  const { stage, told } = limited({ escalate: hard(6, 1) });
  await stage.run(new ScriptedModel(says.call("question", { text: "?" })));
  await stage.answer("no");
  const model = new ScriptedModel(end);
  expect(await stage.run(model)).toEqual(done);
  expect(told).toMatchObject([{ which: "soft", asks: 1 }]);
  expect(model.requests[0]?.messages.at(-1)).toMatchObject({
    blocks: [expect.stringMatching(/^Requests left here: 5\./)],
  });
});

test("16. soft and hard in one run: each once, in that order, and a restart tells nothing twice", async () => {
  const { stage, told } = limited({ escalate: hard(3, 2) });
  await expect(stage.run(many(look, 2))).rejects.toThrow("no line");
  const again: unknown[] = [];
  const next = stage.restarted({ onLimit: ({ which, asks }) => void again.push([which, asks]) });
  expect(await next.run(many(look, 1))).toEqual(reached);
  expect(told).toMatchObject([{ which: "soft", asks: 2 }]);
  expect(again).toEqual([["hard", 3]]);
});

test("17. no escalation limit: max-iterations", async () => {
  const { stage, told } = limited({ asks: 3 });
  expect(await stage.run(many(look, 3))).toEqual({ kind: "max-iterations", asks: 3 });
  expect(told).toEqual([]);
});

test.each([
  ["a reminder", says.text("hm")],
  ["a truncated reply", says.cut("and so", { tool: "finish", input: { value: 7 } })],
  ["an unknown tool", says.call("nope")],
  ["an empty reply", says.text("")],
  ["a refused result", says.call("finish", { value: -1 })],
])("18. the limit holds when the last turn was %s", async (_, line) => {
  const { stage, told } = limited({ escalate: hard(3) });
  const model = new ScriptedModel(look, look, line);
  expect(await stage.run(model)).toEqual(reached);
  expect(told).toMatchObject([{ which: "hard", asks: 3 }]);
  const unlimited = limited({ asks: 2 });
  const outcome = await unlimited.stage.run(new ScriptedModel(look, line));
  expect(["max-iterations", "invalid-result"]).toContain(outcome.kind);
});

test("18. also when all turns were reminders: the limit comes before no-tool-twice", async () => {
  const { stage } = limited({ escalate: hard(2) });
  expect(await stage.run(many(says.text("hm"), 2))).toMatchObject({ kind: "iteration-limit" });
});

test.each<[what: string, options: LoopStageOptions]>([
  ["of its own limit", { asks: 3 }],
  ["of an escalation limit", { asks: 24, escalate: hard(3) }],
])(
  "19. the last ask %s demands the terminal in words and by tool choice, and no other does",
  async (_, options) => {
    const model = new ScriptedModel(look, look, end);
    await new LoopStage(options).run(model);
    expect(model.requests.map(({ demand }) => demand)).toEqual([undefined, undefined, "finish"]);
    const words = "This is your last request here. Call finish now.";
    expect(model.requests.map((request) => JSON.stringify(request).includes(words))).toEqual([
      false,
      false,
      true,
    ]);
    expect(model.requests[2]?.messages.at(-1)).toEqual({ role: "user", blocks: [words] });
  },
);

test("19. a model without tools is asked in words alone", async () => {
  const ada = { ...seat("ada"), textOnly: true };
  const stage = new LoopStage({ asks: 1, textEnds: true, seats: [ada, ...team.slice(1)] });
  const model = new ScriptedModel(says.text("So be it."));
  await stage.run(model);
  expect(model.requests[0]).not.toHaveProperty("demand");
  expect(lastBlock(model.requests[0])).toMatch(/^This is your last request here\./);
});

test.each(["soft", "hard"] as const)(
  "20. a %s limit handler that throws surfaces as itself",
  async (which) => {
    const thrown = new TypeError("the handler broke");
    const onLimit = vi.fn(({ which: now }: { which: string }) => {
      if (now === which) throw thrown;
    });
    const stage = new LoopStage({ asks: 9, escalate: hard(3, 2), onLimit });
    await expect(stage.run(many(look, 3))).rejects.toBe(thrown);
    expect(stage.events("loop.closed")).toEqual([]);
    expect(stage.outcomes).toEqual([]);
  },
);

test("20. entered again, the loop has what it had: a soft handler that threw is past, a hard one is told again", async () => {
  const broken = new LoopStage({
    asks: 9,
    escalate: hard(2),
    onLimit: () => Promise.reject(new Error("no")),
  });
  await expect(broken.run(many(look, 2))).rejects.toThrow("no");
  const told: string[] = [];
  const stage = broken.restarted({ onLimit: ({ which }) => void told.push(which) });
  expect(await stage.run(new ScriptedModel())).toMatchObject({ kind: "iteration-limit", iteration: 2 });
  expect(told).toEqual(["hard"]);
});

test.each<[what: string, options: LoopStageOptions, outcome: object, asks: number]>([
  ["its own limit", { asks: 4 }, { kind: "max-iterations", asks: 4 }, 4],
  ["an escalation limit", { asks: 9, escalate: hard(3) }, reached, 3],
])(
  "21. killed at every append, a loop has the asks it had left of %s, no more",
  async (_, options, outcome, asks) => {
    for (let kill = 1; kill <= 3 * asks; kill++) {
      const stage = new LoopStage(options);
      let appends = 0;
      stage.log.before = () => {
        if (++appends === kill) throw new Error("killed");
      };
      const before = await stage.run(many(look, 20)).catch((error: Error) => error.message);
      if (before !== "killed") break;
      const ended = await stage.restarted().runAll(look);
      expect(ended.outcome).toMatchObject(outcome);
      expect(ended.stage.events("model.replied")).toHaveLength(asks);
      const lost = ended.stage.events("model.asked").length - asks;
      expect([0, 1]).toContain(lost);
    }
  },
);

test("21. attempts that failed before a kill count after it, and lost ones do not", async () => {
  const stage = new LoopStage();
  const failed = says.failed("overloaded");
  stage.clock.beforeNap = () => {
    if (stage.events("model.failed").length === 4) throw new Error("killed");
  };
  await expect(stage.run(many(failed, 6))).rejects.toThrow("killed");
  const lost = stage.restarted();
  await expect(lost.run(new ScriptedModel())).rejects.toThrow("no line"); // asked, and nobody saw the end
  const next = lost.restarted();
  const model = many(failed, 2);
  expect(await next.run(model)).toMatchObject({ kind: "model-error" });
  expect(next.events("model.failed")).toHaveLength(6);
  expect(next.events("model.asked").map(({ ask, attempt }) => [ask, attempt])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((attempt) => [1, attempt]),
  );
});

test("21. a call that failed twice before a kill is refused after its third failure", async () => {
  const failing = defineTool({ ...echoLike, run: async () => ({ failed: true, text: "no" }) });
  const stage = new LoopStage({ tools: [failing], asks: 9 });
  await expect(stage.run(many(look, 2))).rejects.toThrow("no line");
  const next = stage.restarted();
  expect(await next.run(new ScriptedModel(look, look, end))).toEqual(done);
  expect(next.results().map(({ text }) => text.slice(0, 7))).toEqual(["no", "no", "no", "Refused"]);
});

const echoLike = {
  name: "echo",
  summary: "Say it again.",
  effect: "reads" as const,
  input: echo.input,
  run: async () => reply(""),
};
