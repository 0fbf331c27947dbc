import fc from "fast-check";
import { expect, test } from "vitest";
import { LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import type { ModelFailure } from "../core/facts/loop-schema.ts";
import type { ModelReply } from "../core/ports/model.ts";
import { backOffMs } from "./ask/back-off.ts";

// Replies that are not whole: lines 22 to 24 of what a tool loop must hold.

const end = says.call("finish", { value: 7 });
const done = { kind: "done", value: 7 };
const note = { tool: "note", input: { text: "x" } };

test("22. cut off with tool calls: the calls are dropped, the text is kept, the model is asked to be shorter", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(says.cut("First I", note, { tool: "finish", input: { value: 1 } }), end);
  expect(await stage.run(model)).toEqual(done);
  expect(stage.events("model.replied")[0]).toMatchObject({ text: "First I", calls: [], finish: "length" });
  expect(stage.events("message.posted")).toEqual([]);
  expect(model.requests[1]?.messages.slice(-2)).toEqual([
    { role: "assistant", text: "First I", calls: [] },
    { role: "user", blocks: [expect.stringMatching(/^Your reply was cut off .* Be shorter/)] },
  ]);
});

test("22. it is not counted as a turn without tools, and it is no tool call either", async () => {
  const stage = new LoopStage({ asks: 9 });
  const cut = says.cut("and", note);
  const model = new ScriptedModel(cut, cut, says.text("hm"), cut, end);
  expect(await stage.run(model)).toEqual(done);
  const twice = new LoopStage({ asks: 9 });
  expect(await twice.run(new ScriptedModel(says.text("hm"), cut, says.text("hm")))).toMatchObject({
    kind: "no-tool-twice",
  });
});

test("23. cut off without tool calls in a discussion: marked, said again, never a finished message", async () => {
  const stage = new LoopStage({ textEnds: true });
  const model = new ScriptedModel(says.cut("I think that we"), says.text("Yes."));
  expect(await stage.run(model)).toEqual({ kind: "text", text: "Yes." });
  expect(stage.outcomes).toEqual([{ kind: "text", text: "Yes." }]);
  expect(stage.events("model.replied")[0]).toMatchObject({ finish: "length", text: "I think that we" });
  expect(stage.events("loop.nudged")).toEqual([
    expect.objectContaining({
      why: "cut",
      text: "Your reply was cut off at its length limit, and nobody has read it. Say it again in fewer words.",
    }),
  ]);
});

test("23. cut off every time, it ends at its limit and not as a message", async () => {
  const stage = new LoopStage({ textEnds: true, asks: 3 });
  const cut = says.cut("I think that we");
  expect(await stage.run(new ScriptedModel(cut, cut, cut))).toEqual({ kind: "max-iterations", asks: 3 });
  expect(stage.events("message.posted")).toEqual([]);
});

test.each([
  ["in a discussion", true],
  ["at work", false],
])("10.1: three replies in a row that are cut off end the conversation, %s", async (_, textEnds) => {
  const cut = says.cut("I think that we", note);
  const stage = new LoopStage({ textEnds, asks: 24 });
  expect(await stage.run(new ScriptedModel(cut, cut, cut))).toEqual({
    kind: "invalid-result",
    error: expect.stringMatching(/^3 replies in a row were cut off .*`output` in .huddle\/team.json/),
  });
  const between = new LoopStage({ asks: 24 });
  const look = says.call("note", { text: "x" });
  expect(await between.run(new ScriptedModel(cut, cut, look, cut, cut, end))).toEqual(done);
});

/** What the gateway makes of each kind of trouble; the gateway's own tests show that it does. */
const troubles: readonly [what: string, failure: ModelFailure, more: Partial<Failed>][] = [
  ["a stream broken after some text", "cut", {}],
  ["an error event inside the stream", "overload", {}],
  ["a refused connection", "unreachable", { unspent: true }],
  ["429", "rate", { unspent: true }],
  ["429 with retry-after", "rate", { unspent: true, retryAfterMs: 17_000 }],
  ["500", "overload", { unspent: true }],
  ["500 with retry-after", "overload", { unspent: true, retryAfterMs: 2_000 }],
  ["529", "overload", { unspent: true }],
  ["529 with retry-after", "overload", { unspent: true, retryAfterMs: 45_500 }],
];
type Failed = Extract<ModelReply, { kind: "failed" }>;

test.each(troubles)("24. %s: retried by the loop, each attempt a fact", async (_, failure, more) => {
  const stage = new LoopStage();
  const model = new ScriptedModel(
    says.failed("one", { failure, ...more }),
    says.failed("two", { failure }),
    end,
  );
  expect(await stage.run(model)).toEqual(done);
  expect(stage.types().slice(2, 8)).toEqual([
    "model.asked",
    "model.failed",
    "model.asked",
    "model.failed",
    "model.asked",
    "model.replied",
  ]);
  const asked = stage.log.facts.filter(({ event }) => event.type === "model.asked");
  expect(stage.events("model.failed")).toMatchObject([
    { asked: asked[0]?.seq, ask: 1, failure, text: "one", ...(more.unspent && { unspent: true }) },
    { asked: asked[1]?.seq, ask: 1, failure, text: "two" },
  ]);
  expect(stage.events("model.asked").map(({ ask, attempt }) => [ask, attempt])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
  expect(model.requests[1]).toEqual(model.requests[0]);
  expect(model.requests[2]).toEqual(model.requests[0]);
  expect(stage.clock.naps[0]).toBe(more.retryAfterMs ?? 750);
});

test.each(troubles)(
  "24. %s until that is exhausted: model-error, and nothing of it is a message",
  async (_, failure, more) => {
    const stage = new LoopStage({ textEnds: true });
    const model = new ScriptedModel(
      ...Array.from({ length: 6 }, () => says.failed("no luck", { failure, ...more })),
    );
    expect(await stage.run(model)).toEqual({ kind: "model-error", failure, error: "no luck" });
    expect(stage.events("model.failed")).toHaveLength(6);
    expect(stage.events("model.replied")).toEqual([]);
    expect(stage.events("message.posted")).toEqual([]);
    expect(stage.events("loop.closed")).toMatchObject([
      { outcome: "model-error", error: "the model gives no reply: no luck" },
    ]);
    model.assertSpent();
  },
);

test("24. what a provider refuses outright is not tried again", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(says.failed("no such model", { failure: "refused" }));
  expect(await stage.run(model)).toEqual({ kind: "model-error", failure: "refused", error: "no such model" });
  expect(stage.events("model.failed")[0]).not.toHaveProperty("retryAt");
  expect(stage.clock.naps).toEqual([]);
});

test("24. failures are counted by ask: a reply in between begins anew", async () => {
  const stage = new LoopStage();
  const five = Array.from({ length: 5 }, () => says.failed("overloaded"));
  const model = new ScriptedModel(...five, says.call("echo", { text: "a" }), ...five, end);
  expect(await stage.run(model)).toEqual(done);
  expect(stage.clock.naps).toEqual([750, 1_500, 3_000, 6_000, 12_000, 750, 1_500, 3_000, 6_000, 12_000]);
});

test("24. retry-after is waited for to the millisecond; without it the wait grows, with jitter within bounds", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 3_600_000 }), { nil: undefined }),
      (failures, random, retryAfterMs) => {
        const ms = backOffMs(failures, retryAfterMs, random);
        if (retryAfterMs !== undefined) return ms === retryAfterMs;
        const most = Math.min(60_000, 1_000 * 2 ** (failures - 1));
        return Number.isInteger(ms) && ms >= most / 2 && ms <= most;
      },
    ),
  );
});

test.each([
  ["below zero", -5, 0],
  ["a fraction", 1_200.2, 1_201],
  ["ten minutes", 600_000, 600_000],
  ["no number", Number.NaN, 750],
  ["without end", Number.POSITIVE_INFINITY, 750],
])("24. a retry-after that is %s does not derail it", async (_, retryAfterMs, waited) => {
  const stage = new LoopStage();
  expect(await stage.run(new ScriptedModel(says.failed("no", { retryAfterMs }), end))).toEqual(done);
  expect(stage.clock.naps).toEqual(waited === 0 ? [] : [waited]);
});

test("24, 10.28: waiting is shown, with its cause and its end", async () => {
  const stage = new LoopStage();
  await stage.run(new ScriptedModel(says.failed("no", { retryAfterMs: 9_000 }), end));
  const [{ retryAt } = { retryAt: "" }] = stage.events("model.failed");
  expect(stage.signals).toEqual([
    {
      type: "model.waiting",
      thread: "turn/refinement.1/1",
      seat: "ada",
      ask: 1,
      why: "attempt 1 failed: no",
      until: retryAt,
    },
  ]);
});

test.each([
  ["after 4 of 10 seconds", 4_000, [6_000]],
  ["after its end", 12_000, []],
])("24. waiting survives a restart: a runner that comes %s waits only the rest", async (_, away, naps) => {
  const stage = new LoopStage();
  stage.clock.beforeNap = () => {
    throw new Error("killed");
  };
  await expect(stage.run(new ScriptedModel(says.failed("no", { retryAfterMs: 10_000 })))).rejects.toThrow(
    "killed",
  );
  const next = stage.restarted();
  next.clock.ms += away;
  const model = new ScriptedModel(end);
  expect(await next.run(model)).toEqual(done);
  expect(next.clock.naps).toEqual(naps);
  expect(next.events("model.asked").at(-1)).toMatchObject({ ask: 1, attempt: 2 });
});

test("24. stopped while it waits: stopped, nothing is asked, and the wait is still there afterwards", async () => {
  const stage = new LoopStage();
  stage.clock.beforeNap = () => stage.stop.abort();
  const model = new ScriptedModel(says.failed("no", { retryAfterMs: 10_000 }));
  expect(await stage.run(model)).toEqual({ kind: "stopped" });
  expect(stage.events("model.asked")).toHaveLength(1);
  const next = stage.restarted();
  expect(await next.run(new ScriptedModel(end))).toEqual(done);
  expect(next.clock.naps).toEqual([10_000]);
});
