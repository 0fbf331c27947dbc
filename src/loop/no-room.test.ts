import { describe, expect, test } from "vitest";
import { LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import { appendAnswer } from "../core/decide/append-answer.ts";
import { decide } from "../core/decide/decide.ts";
import type { Answer } from "../core/decide/waits/wait.ts";

const end = says.call("finish", { value: 7 });
const done = { kind: "done", value: 7 };
const tooLong = (window?: number) =>
  says.failed("It is too long.", {
    failure: "refused",
    unspent: true,
    tooLong: window === undefined ? {} : { window },
  });
const waits = (stage: LoopStage) => decide(stage.log.state, stage.clock.now()).waits;

async function answers(stage: LoopStage, answer: Answer): Promise<void> {
  const [wait] = waits(stage);
  const at = stage.log.state;
  const drafts = wait && appendAnswer({ wait, answer, at, first: at.head + 1 });
  if (!drafts || "refused" in drafts) throw new Error("it cannot be answered");
  for (const { actor, event } of drafts) await stage.says(actor, event);
}

async function longTalk(stage: LoopStage): Promise<LoopStage> {
  for (let at = 0; at < 60; at++)
    await stage.says("human", { type: "message.posted", text: `word-${at} ${"and so on ".repeat(60)}` });
  return stage;
}

describe("10.25: a request that cannot fit", () => {
  test("is not sent: nothing is asked, reserved or spent, and a person is asked", async () => {
    const stage = new LoopStage({ policy: { windows: { scripted: 300 } } });
    expect(await stage.run(new ScriptedModel())).toMatchObject({ kind: "over-budget", scope: "window" });
    expect(stage.events("model.asked")).toEqual([]);
    expect(waits(stage)).toMatchObject([
      { kind: "window", seat: "ada", model: "scripted", window: 300, couldSeeLess: true },
    ]);
    expect(decide(stage.log.state, stage.clock.now())).toMatchObject({
      steps: [],
      ending: { kind: "waiting" },
    });
  });

  test("entered again, also in another process, it waits on and adds nothing", async () => {
    const stage = new LoopStage({ policy: { windows: { scripted: 300 } } });
    const outcome = await stage.run(new ScriptedModel());
    for (const again of [stage, stage.restarted()]) {
      const { head } = again.log.state;
      expect(await again.run(new ScriptedModel())).toEqual(outcome);
      expect(again.log.state.head).toBe(head);
    }
  });

  test("goes out once the window is larger", async () => {
    const stage = new LoopStage({ policy: { windows: { scripted: 300 } } });
    await stage.run(new ScriptedModel());
    await answers(stage, { kind: "widen", tokens: 8_192 });
    const model = new ScriptedModel(end);
    expect(await stage.restarted().run(model)).toEqual(done);
    expect(model.requests[0]?.maxOutput).toBe(2_048);
  });

  test("goes out once the member has another model", async () => {
    const stage = new LoopStage({ policy: { windows: { scripted: 300 } } });
    await stage.run(new ScriptedModel());
    const seats = stage.log.state.session.seats.map((seat) => ({ ...seat, model: "larger" }));
    await stage.says("human", { type: "seats.changed", seats, why: "larger" });
    expect(await stage.run(new ScriptedModel(end))).toEqual(done);
  });
});

describe("10.25: a server that says too long", () => {
  test("is asked again with a shorter request, and its number is kept", async () => {
    const stage = await longTalk(new LoopStage());
    const model = new ScriptedModel(tooLong(4_096), end);
    expect(await stage.run(model)).toEqual(done);
    const [first, second] = model.requests.map((request) => JSON.stringify(request).length);
    expect(second).toBeLessThan((first ?? 0) / 2);
    expect(model.requests[1]?.maxOutput).toBe(1_024);
    expect(stage.events("policy.changed").at(-1)?.patch).toEqual({ windows: { scripted: 4_096 } });
    expect(stage.events("model.failed")).toMatchObject([{ failure: "refused", tooLong: { window: 4_096 } }]);
  });

  test("without a number it gets shorter ones, until one fits", async () => {
    const stage = await longTalk(new LoopStage());
    const model = new ScriptedModel(tooLong(), tooLong(), end);
    expect(await stage.run(model)).toEqual(done);
    const sizes = model.requests.map((request) => JSON.stringify(request).length);
    expect(sizes[1]).toBeLessThanOrEqual((sizes[0] ?? 0) * 0.75);
    expect(sizes[2]).toBeLessThanOrEqual((sizes[1] ?? 0) * 0.75);
  });

  test("where nothing can be left out, a person is asked, with the server's words, and no attempt is repeated", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(tooLong());
    expect(await stage.run(model)).toMatchObject({ kind: "over-budget", scope: "window" });
    expect(waits(stage)).toMatchObject([
      { kind: "window", window: undefined, why: expect.stringContaining("It is too long.") },
    ]);
    await answers(stage, { kind: "widen", tokens: 32_768 });
    expect(await stage.run(new ScriptedModel(end))).toEqual(done);
  });

  test("that insists after the person widened it, asks the person again", async () => {
    const stage = new LoopStage();
    await stage.run(new ScriptedModel(tooLong()));
    await answers(stage, { kind: "widen", tokens: 32_768 });
    expect(await stage.run(new ScriptedModel(tooLong()))).toMatchObject({ scope: "window" });
    expect(waits(stage)).toMatchObject([{ kind: "window" }]);
  });
});
