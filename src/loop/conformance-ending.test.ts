import { expect, test } from "vitest";
import { z } from "zod";
import { echo, finish, LoopStage, note } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import type { Model } from "../core/ports/model.ts";
import { type Blocked, defineTerminal, type TerminalTool } from "../core/work/tool.ts";
import type { LoopRun } from "./loop-run.ts";
import { runToolLoop } from "./run-tool-loop.ts";

// How a loop ends: lines 1 to 10 of what a tool loop must hold.

const end = says.call("finish", { value: 7 });
const ask = { tool: "question", input: { text: "Big?" } };
const calls = (line: { readonly tool: string; readonly input: unknown }[]) => says.calls(...line);

test("1. a terminal tool with a valid payload: done, a typed value, one ask", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  expect(stage.events("model.asked")).toHaveLength(1);
  expect(stage.outcomes).toEqual([{ kind: "done", value: 7 }]);
  model.assertSpent();
});

test("2. a general tool, then the terminal: executed in that order, two asks", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(says.call("echo", { text: "a" }), end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  expect(stage.types()).toEqual([
    "turn.started",
    "loop.opened",
    "model.asked",
    "model.replied",
    "tool.settled",
    "model.asked",
    "model.replied",
    "tool.settled",
    "loop.closed",
    "turn.ended",
  ]);
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool", results: [{ text: "echo a" }] });
});

test("3. a pausing tool ends the loop after its turn, with its typed request", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(calls([{ tool: "echo", input: { text: "a" } }, ask]));
  const outcome = await stage.run(model);
  const [open] = Object.values(stage.log.state.questions);
  expect(outcome).toEqual({ kind: "paused", call: open?.call, request: { text: "Big?", options: [] } });
  expect(stage.results()).toEqual([{ failed: false, text: "echo a" }]);
  expect(stage.outcomes).toEqual([]);
});

test.each([
  ["in the same process", false],
  ["in another process that has nothing but the log", true],
])("3. answered %s, it goes on with the answer in place as that call's result", async (_, isFresh) => {
  const first = new LoopStage();
  await first.run(new ScriptedModel(calls([ask, { tool: "note", input: { text: "never" } }])));
  const waiting = isFresh ? first.restarted() : first;
  const unasked = new ScriptedModel();
  expect(await waiting.run(unasked)).toMatchObject({ kind: "paused", request: { text: "Big?" } });
  await waiting.answer("no");
  const stage = isFresh ? waiting.restarted() : waiting;
  const model = new ScriptedModel(end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  const [, assistant, results] = model.requests[0]?.messages ?? [];
  const [asked, late] = assistant?.role === "assistant" ? assistant.calls : [];
  expect(asked).toMatchObject(ask);
  expect(results).toEqual({
    role: "tool",
    results: [
      { id: asked?.id, text: "The product manager answers: no", failed: false },
      { id: late?.id, text: expect.stringMatching(/^Not done/), failed: true },
    ],
  });
  expect(model.askedBy).toMatchObject([{ ask: 2 }]);
});

test.each([
  ["says what is wrong", failingOnce({ check: (value) => (value < 0 ? ["It is below zero."] : []) })],
  [
    "throws in its check",
    failingOnce({
      check: (value) => {
        if (value < 0) throw new Error("It is below zero.");
        return [];
      },
    }),
  ],
  [
    "throws in its result",
    failingOnce({
      result: ({ value }) => {
        if (value < 0) throw new Error("It is below zero.");
        return value;
      },
    }),
  ],
])("4. a terminal tool whose handler %s: the model gets the error and may try again", async (_, terminal) => {
  const stage = new LoopStage({ terminal });
  const model = new ScriptedModel(says.call("finish", { value: -1 }), end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  expect(stage.results()).toEqual([{ failed: true, text: expect.stringContaining("It is below zero.") }]);
  expect(JSON.stringify(model.requests[1])).toContain("It is below zero.");
});

function failingOnce(more: {
  readonly check?: (value: number) => readonly string[];
  readonly result?: (input: { readonly value: number }) => number;
}): TerminalTool<number> {
  return defineTerminal({
    name: "finish",
    summary: "End it.",
    effect: "ends",
    input: z.object({ value: z.number() }),
    result: more.result ?? (({ value }) => value),
    check: more.check ?? (() => []),
  });
}

test("5. a terminal payload that does not fit: an error result naming the field, and another try", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(says.call("finish", { value: "seven" }), end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  expect(stage.results()).toEqual([
    {
      failed: true,
      text: expect.stringMatching(/^The input does not fit:\n- value: must be a number, not a text$/),
    },
  ]);
});

test("5. at the limit it is an invalid result, malformed, and says which field", async () => {
  const stage = new LoopStage({ asks: 2 });
  const bad = says.call("finish", { value: "seven" });
  expect(await stage.run(new ScriptedModel(bad, bad))).toEqual({
    kind: "invalid-result",
    error: expect.stringMatching(/^malformed: The input does not fit:\n- value: /),
  });
  expect(stage.events("loop.closed")).toMatchObject([{ outcome: "invalid-result" }]);
});

test("5. mended before the limit, or not tried at the limit, nothing is malformed", async () => {
  const stage = new LoopStage({ asks: 2 });
  const model = new ScriptedModel(says.call("finish", { value: "seven" }), says.call("echo", { text: "a" }));
  expect(await stage.run(model)).toEqual({ kind: "max-iterations", asks: 2 });
});

test("5. a terminal call that only came too late was not malformed", async () => {
  const stage = new LoopStage({ asks: 1 });
  await stage.run(new ScriptedModel(calls([ask, { tool: "finish", input: { value: 7 } }])));
  await stage.answer("no");
  expect(await stage.run(new ScriptedModel())).toEqual({ kind: "max-iterations", asks: 1 });
});

const done = { tool: "finish", input: { value: 7 } };

test.each([
  ["a question and an end", [ask, done], "paused"],
  ["an end and a question", [done, ask], "done"],
  ["two questions", [ask, ask], "paused"],
  ["two ends", [done, { tool: "finish", input: { value: 8 } }], "done"],
  ["an end that does not fit, and a question", [{ tool: "finish", input: {} }, ask], "paused"],
])("6. two ending tools in one reply, %s: the first that counts wins", async (_, line, kind) => {
  const stage = new LoopStage();
  expect(await stage.run(new ScriptedModel(calls(line)))).toMatchObject({ kind });
  const told = stage.events("tool.settled").filter(({ refused }) => refused === "late");
  const isFirstGood = line[0] === ask || line[0] === done;
  expect(told.map(({ text }) => text)).toEqual(
    isFirstGood ? ["Not done: an earlier call in the same reply ended or paused this conversation."] : [],
  );
  expect(stage.events("question.asked")).toHaveLength(kind === "paused" ? 1 : 0);
});

test("6. also where the first stood behind a call with effects", async () => {
  const stage = new LoopStage();
  const line = calls([{ tool: "write_file", input: { path: "a", content: "b" } }, ask, done]);
  expect(await stage.run(new ScriptedModel(line))).toMatchObject({ kind: "paused" });
  expect(stage.results().map(({ failed }) => failed)).toEqual([false, true]);
  expect(stage.worktree.files.get("a")).toBe("b");
});

test("7. general and terminal in one reply: all before it run in order, each call has exactly one result", async () => {
  const stage = new LoopStage();
  const line = calls([
    { tool: "note", input: { text: "one" } },
    { tool: "echo", input: { text: "two" } },
    { tool: "write_file", input: { path: "a", content: "three" } },
    { tool: "nope", input: {} },
    { tool: "note", input: { text: "five" } },
    done,
    { tool: "echo", input: { text: "never" } },
  ]);
  expect(await stage.run(new ScriptedModel(line))).toEqual({ kind: "done", value: 7 });
  const [replied] = stage.events("model.replied");
  const settled = stage.events("tool.settled");
  expect(settled.map(({ call }) => call)).toEqual(replied?.calls.map(({ call }) => call));
  expect(settled.map(({ text }) => text)).toEqual([
    "Noted.",
    "echo two",
    "Wrote a, 5 characters.",
    "There is no tool nope. You can use: echo, note, question, write_file, finish.",
    "Noted.",
    "Accepted.",
    "Not done: an earlier call in the same reply ended or paused this conversation.",
  ]);
  expect(stage.events("message.posted").map(({ text }) => text)).toEqual(["one", "five"]);
});

test.each(["environment", "prerequisite", "invalid-task"] as const)(
  "8. the terminal reports blocked, %s: blocked with kind and explanation",
  async (kind) => {
    const terminal = defineTerminal({
      name: "finish",
      summary: "End it.",
      effect: "ends",
      input: z.object({ value: z.number() }),
      result: ({ value }) => value,
      check: () => [],
      blocked: (value): Blocked | undefined =>
        value === 0 ? { kind, explanation: "There is no compiler." } : undefined,
    });
    const stage = new LoopStage({ terminal });
    const model = new ScriptedModel(says.call("finish", { value: 0 }));
    const blocked = { kind: "blocked", blocked: { kind, explanation: "There is no compiler." } };
    expect(await stage.run(model)).toEqual(blocked);
    expect(stage.outcomes).toEqual([blocked]);
    expect(await new LoopStage({ terminal }).run(new ScriptedModel(end))).toEqual({ kind: "done", value: 7 });
  },
);

test("9. where words may end it, a plain reply ends the loop as text", async () => {
  const stage = new LoopStage({ textEnds: true });
  expect(await stage.run(new ScriptedModel(says.text(" I think so.\n")))).toEqual({
    kind: "text",
    text: "I think so.",
  });
});

test("9. where words may not, a plain reply is a turn without tools", async () => {
  const stage = new LoopStage({ textEnds: false });
  expect(await stage.run(new ScriptedModel(says.text("I think so."), end))).toEqual({
    kind: "done",
    value: 7,
  });
  expect(stage.events("loop.nudged")).toMatchObject([{ why: "no-tool" }]);
});

test("9. words beside a call do not end it", async () => {
  const stage = new LoopStage({ textEnds: true });
  const model = new ScriptedModel(
    { ...says.call("echo", { text: "a" }), text: "Let me look." },
    says.text("So."),
  );
  expect(await stage.run(model)).toEqual({ kind: "text", text: "So." });
});

test.each<[what: string, change: (run: LoopRun<number>) => object, words: string]>([
  ["two general tools", () => ({ tools: [echo, note, echo] }), "two tools of this loop are called echo"],
  [
    "a general one and the terminal",
    () => ({ tools: [{ ...echo, name: "finish" }] }),
    "two tools of this loop are called finish",
  ],
])("10. one name for %s is refused before anything is asked", async (_, change, words) => {
  await expectRefused(change, words);
});

test.each<[what: string, terminal: unknown]>([
  ["none", undefined],
  ["a general one in its place", echo],
])("10. without a terminal tool, %s, it is refused with another error", async (_, terminal) => {
  await expectRefused(() => ({ terminal }), "this loop has no terminal tool");
});

async function expectRefused(change: (run: LoopRun<number>) => object, words: string): Promise<void> {
  const stage = new LoopStage();
  const model: Model = new ScriptedModel();
  const run = await stage.build(model);
  // A caller in plain JavaScript, or one that casts, is not held by the types.
  const misbuilt = { ...run, ...change(run) } as LoopRun<number>;
  await expect(runToolLoop(misbuilt)).rejects.toThrow(words);
  expect(stage.types()).toEqual(["turn.started", "loop.opened"]);
}

test("10. the types refuse the same: see loop-run.test.ts", () => {
  // @ts-expect-error a terminal among the general tools
  const among: LoopRun<number>["tools"] = [echo, finish];
  // @ts-expect-error two terminals
  const two: LoopRun<number>["terminal"] = [finish, finish];
  expect([among, two]).toHaveLength(2);
});
