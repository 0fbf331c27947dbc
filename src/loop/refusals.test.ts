import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { echo, LoopStage, type LoopStageOptions, note } from "../../test/support/loop-stage.ts";
import { ScriptedModel, type Spoken, says } from "../../test/support/scripted-model.ts";
import { decide } from "../core/decide/decide.ts";
import { fold } from "../core/fold/fold.ts";
import type { Request } from "../core/ports/request.ts";
import { emptyState } from "../core/state/state.ts";
import { storyOf } from "../core/views/story/story.ts";
import { defineTool, reply } from "../core/work/tool.ts";

const end = says.call("finish", { value: 7 });
const look = says.call("echo", { text: "a" });

const failing = defineTool({
  name: "failing",
  summary: "Fail.",
  effect: "reads",
  input: z.object({}),
  run: async () => ({ failed: true, text: "The port is in use." }),
});
const picky = defineTool({
  name: "picky",
  summary: "Record for those it knows.",
  effect: "records",
  input: z.object({ name: z.string() }),
  record: () => ({ failed: true, text: "Nobody is called that." }),
});
const notYours = defineTool({
  name: "ask_pm",
  summary: "Ask.",
  effect: "reads",
  input: z.object({}),
  run: async () => reply(""),
});
const options: LoopStageOptions = { asks: 24, tools: [echo, note, failing, picky], offered: [notYours] };

/** Three calls that are refused for one reason, in different ways, and what the person must read. */
const kinds: readonly [what: string, calls: readonly Spoken[], shown: readonly string[]][] = [
  [
    "an end that does not fit",
    [says.call("finish", { value: "a" }), says.call("finish", {}), says.call("finish", { value: null })],
    ["finish", "value: must be a number", "value: is missing"],
  ],
  [
    "a tool whose input does not fit",
    [says.call("note", { text: 1 }), says.call("note", {}), says.call("note", { text: [] })],
    ["note", "text: must be a text, not 1", "text: is missing"],
  ],
  [
    "tools that do not exist",
    [says.call("bash"), says.call("shell", { run: "ls" }), says.call("run")],
    ["bash {}: There is no tool bash", "shell", "There is no tool run"],
  ],
  [
    "a tool of somebody else",
    [says.call("ask_pm"), says.call("ask_pm", { question: "?" }), says.call("ask_pm")],
    ["ask_pm is not yours now"],
  ],
  [
    "a result that is wrong",
    [-1, -2, -3].map((value) => says.call("finish", { value })),
    ['finish {"value":-1}', 'finish {"value":-3}', "It is below zero."],
  ],
  [
    "a record that is refused",
    ["a", "b", "c"].map((name) => says.call("picky", { name })),
    ['picky {"name":"b"}', "Nobody is called that."],
  ],
];

describe("10.27: three refusals of the same kind end the loop, with the refusals shown", () => {
  test.each(kinds)("%s", async (_, calls, shown) => {
    const stage = new LoopStage(options);
    const model = new ScriptedModel(...calls, end);
    const outcome = await stage.run(model);
    expect(model.requests).toHaveLength(3);
    expect(outcome.kind).toBe("invalid-result");
    const [closed] = stage.events("loop.closed");
    for (const words of shown) expect(closed?.error).toContain(words);
    expect(stage.outcomes).toEqual([outcome]);
  });

  test.each(kinds)("%s, with looks at the code in between, and in another process", async (_, calls) => {
    const [first, second, third] = calls;
    if (!first || !second || !third) throw new Error("three calls");
    const stage = new LoopStage(options);
    await expect(stage.run(new ScriptedModel(first, look, second))).rejects.toThrow("no line");
    const next = stage.restarted();
    expect(await next.run(new ScriptedModel(look, third))).toMatchObject({ kind: "invalid-result" });
  });

  test.each(kinds)("not %s when something was done in between", async (_, calls) => {
    const [first, second, third] = calls;
    if (!first || !second || !third) throw new Error("three calls");
    const done = says.call("note", { text: "something" });
    const stage = new LoopStage(options);
    const model = new ScriptedModel(first, second, done, third, first, done, second, end);
    expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  });

  test("not when the reasons differ: the model finds its way", async () => {
    const stage = new LoopStage(options);
    const model = new ScriptedModel(
      says.call("finish", {}),
      says.call("finish", { value: -1 }),
      says.call("note", {}),
      says.call("nope"),
      end,
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  });

  test("not by calls of one reply: the model has not read the first answer", async () => {
    const bad = { tool: "note", input: {} };
    const stage = new LoopStage(options);
    const model = new ScriptedModel(says.calls(bad, bad, bad), says.calls(bad, bad, bad), end);
    expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
  });

  test("a call that fails is carried out three times, and then refused three times", async () => {
    const stage = new LoopStage(options);
    const call = says.call("failing");
    const model = new ScriptedModel(call, call, call, call, call, call, end);
    expect(await stage.run(model)).toMatchObject({
      kind: "invalid-result",
      error: expect.stringContaining("The port is in use."),
    });
    expect(model.requests).toHaveLength(6);
  });

  test("an escalation limit comes first", async () => {
    const stage = new LoopStage({ ...options, escalate: { key: "review", hard: 3 } });
    const [, calls = []] = kinds[0] ?? [];
    expect(await stage.run(new ScriptedModel(...calls))).toMatchObject({ kind: "iteration-limit" });
  });
});

test.each([
  ["failing", {}, "The port is in use.", 2],
  ["note", {}, "text: is missing", 2],
  ["nope", {}, "There is no tool nope", 2],
  ["ask_pm", {}, "ask_pm is not yours now", 2],
  ["finish", { value: -1 }, "It is below zero.", 2],
  ["picky", { name: "a" }, "Nobody is called that.", 2],
])(
  "10.27: %s with %j keeps its reason however often it is repeated, and no order contradicts another",
  async (tool, input, reason, times) => {
    // As often as it may be, in one reply, and again where the last request asks for the end.
    const call = { tool, input };
    const stage = new LoopStage({ ...options, asks: times + 1 });
    const model = new ScriptedModel(
      ...Array.from({ length: times }, () => says.calls(call, call, call, call, call)),
      end,
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
    const results = stage.results();
    expect(results).toHaveLength(5 * times);
    for (const { text } of results) expect(text).toContain(reason);
    const last = JSON.stringify(model.requests.at(-1) satisfies Request | undefined);
    expect(last).toContain("Call finish now.");
    expect(last).not.toMatch(/something else|do not call|another tool/i);
  },
);

describe("10.27: a person reads the refusals", () => {
  const wrong = says.call("size_work", { size: "huge", why: "it is" });

  test("of a turn that was ended", async () => {
    const session = await new FakeSession({ policy: { sizing: true, phases: ["refinement"] } }).open();
    await session.run({ model: modelOf(({ thread }) => (thread.startsWith("sizing/") ? wrong : undefined)) });
    let state = emptyState;
    const told = session.log.facts.flatMap((fact) => {
      const before = state;
      state = fold(state, fact);
      return storyOf(fact, before, state);
    });
    const line = told.find(({ kind }) => kind === "trouble");
    expect(line?.text).toContain(
      'size_work {"size":"huge","why":"it is"}: The input does not fit: size: must be "task", "chain" or "parallel", not "huge"',
    );
    expect(session.log.facts.filter(({ event }) => event.type === "model.replied" && event.ask > 3)).toEqual(
      [],
    );
  });

  test("of an artifact that is never right", async () => {
    const session = await new FakeSession({ policy: { phases: ["refinement"] } }).open();
    const bare = says.call("submit_scope", { summary: "" });
    await session.run({
      model: modelOf(({ thread }) => (/^(coach|artifact)\//.test(thread) ? bare : undefined)),
    });
    const [wait] = decide(session.state, session.clock.now()).waits;
    expect(wait).toMatchObject({ kind: "stuck" });
    expect(JSON.stringify(wait)).toContain("summary: must not be empty");
    expect(JSON.stringify(wait)).toContain("requirements: is missing; it must be a list");
  });
});
