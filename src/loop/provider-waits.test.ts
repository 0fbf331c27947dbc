import { describe, expect, test } from "vitest";
import { LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import { decide } from "../core/decide/decide.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";

const end = says.call("finish", { value: 7 });
const done = { kind: "done", value: 7 };
const minute = 60_000;
const day = 24 * 60 * minute;

const waits = (stage: LoopStage) => decide(stage.log.state, stage.clock.now()).waits;

/** Asked once, and told to wait for so long. */
async function told(retryAfterMs: number): Promise<LoopStage> {
  const stage = new LoopStage();
  await stage.run(new ScriptedModel(says.failed("Slow down.", { failure: "rate", retryAfterMs })));
  return stage;
}

describe("10.12: a wait of more than ten minutes is an item of the inbox", () => {
  test.each([
    ["ten minutes and a moment", 10 * minute + 1, false],
    ["an hour", 60 * minute, false],
    ["864000 seconds", 10 * day, false],
    ["a year", 365 * day, true],
    ["more than a date can hold", 1e18, true],
  ])("%s", async (_, ms, isDoubtful) => {
    const stage = await told(ms);
    expect(stage.clock.naps).toEqual([]);
    const until = new Date(stage.clock.ms + Math.min(ms, 3650 * day)).toISOString();
    expect(waits(stage)).toMatchObject([
      { kind: "provider", scope: "scripted", until, isDoubtful, seats: ["ada"] },
    ]);
    expect(decide(stage.log.state, stage.clock.now())).toMatchObject({
      steps: [],
      wakeAt: until,
      ending: { kind: "waiting" },
    });
  });

  test("a shorter one stays with the one who asks", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.failed("Soon.", { failure: "rate", retryAfterMs: 10 * minute }),
      end,
    );
    expect(await stage.run(model)).toEqual(done);
    expect(stage.clock.naps).toEqual([10 * minute]);
    expect(stage.events("loop.paused")).toEqual([]);
  });

  test("it ends by itself, not a moment before its time, also in another process", async () => {
    const before = await told(10 * day);
    const stage = before.restarted();
    stage.clock.ms += 10 * day - 11 * minute;
    await expect(stage.run(new ScriptedModel())).rejects.toThrow(NoLongerWanted);
    expect(waits(stage)).toHaveLength(1);
    stage.clock.ms += 11 * minute;
    expect(waits(stage)).toEqual([]);
    expect(await stage.run(new ScriptedModel(end))).toEqual(done);
    expect(stage.clock.naps).toEqual([]);
  });

  test("now asks at once, with as many attempts as at first, and says that it is hurried", async () => {
    const stage = (await told(10 * day)).restarted();
    await stage.says("human", { type: "provider.retried", scope: "scripted" });
    expect(waits(stage)).toEqual([]);
    const model = new ScriptedModel(...Array.from({ length: 5 }, () => says.failed("no")), end);
    expect(await stage.run(model)).toEqual(done);
    expect(model.askedBy.map(({ isHurried }) => isHurried)).toEqual([true, ...Array(5).fill(undefined)]);
  });

  test("another model ends it for its member, and another member's model does not", async () => {
    const stage = (await told(10 * day)).restarted();
    const { seats } = stage.log.state.session;
    const other = seats.map((seat) => (seat.id === "bo" ? { ...seat, model: "mine/big" } : seat));
    await stage.says("human", { type: "seats.changed", seats: other, why: "" });
    expect(waits(stage)).toHaveLength(1);
    const changed = seats.map((seat) => ({ ...seat, model: "mine/big" }));
    await stage.says("human", { type: "seats.changed", seats: changed, why: "" });
    expect(waits(stage)).toEqual([]);
    const model = new ScriptedModel(end);
    expect(await stage.run(model)).toEqual(done);
    expect(model.requests[0]?.model).toBe("mine/big");
  });
});

test("10.12: a short wait becomes one for the inbox when the clock was set back meanwhile", async () => {
  const before = new LoopStage();
  before.clock.beforeNap = () => {
    throw new Error("killed");
  };
  await expect(
    before.run(new ScriptedModel(says.failed("Soon.", { failure: "rate", retryAfterMs: 30_000 }))),
  ).rejects.toThrow("killed");
  const stage = before.restarted();
  stage.clock.ms -= 365 * day;
  expect(await stage.run(new ScriptedModel())).toMatchObject({ kind: "over-budget", scope: "scripted" });
  expect(stage.clock.naps).toEqual([]);
  expect(waits(stage)).toMatchObject([{ kind: "provider", isDoubtful: true }]);
  await stage.says("human", { type: "provider.retried", scope: "scripted" });
  expect(await stage.run(new ScriptedModel(end))).toEqual(done);
});

describe("10.26: a model that times out", () => {
  const late = says.failed("mine fell silent. To wait longer, set limits.mine.idleSeconds.", {
    failure: "timeout",
  });

  test("is asked again once; after the second time the person is asked, with the setting named", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(late, late);
    expect(await stage.run(model)).toMatchObject({ kind: "over-budget", scope: "scripted" });
    model.assertSpent();
    expect(waits(stage)).toMatchObject([
      {
        kind: "provider",
        scope: "scripted",
        failure: "timeout",
        why: expect.stringContaining("idleSeconds"),
      },
    ]);
    expect(decide(stage.log.state, stage.clock.now())).not.toHaveProperty("wakeAt");
    stage.clock.ms += 365 * day;
    expect(await stage.run(new ScriptedModel())).toMatchObject({ kind: "over-budget" });
  });

  test("time-outs are counted by request, with other failures in between", async () => {
    const stage = new LoopStage();
    const echo = says.call("echo", { text: "a" });
    const model = new ScriptedModel(late, echo, late, says.failed("busy"), late);
    expect(await stage.run(model)).toMatchObject({ kind: "over-budget" });
    model.assertSpent();
  });

  test("goes on as if nothing had been, once the person says now", async () => {
    const stage = new LoopStage();
    await stage.run(new ScriptedModel(late, late));
    const next = stage.restarted();
    await next.says("human", { type: "provider.retried", scope: "scripted" });
    expect(await next.run(new ScriptedModel(late, end))).toEqual(done);
  });
});

test("10.26: who asks a model knows how fast it was, from the log alone", async () => {
  const stage = new LoopStage();
  const slow = {
    ...says.call("echo", { text: "a" }),
    usage: { input: 9, output: 40 },
    took: { firstMs: 2_000, ms: 12_000 },
  };
  const first = new ScriptedModel(slow, says.failed("lost", { failure: "refused" }));
  await stage.run(first);
  expect(first.askedBy.map(({ speed }) => speed?.write)).toEqual([undefined, 4]);
  expect(stage.events("model.replied")).toMatchObject([{ firstMs: 2_000, ms: 12_000 }]);
  const { bytes = 0 } = stage.events("model.asked")[0] ?? {};
  expect(stage.restarted().log.state.speeds).toEqual({ scripted: { read: bytes / 2, write: 4 } });
});
