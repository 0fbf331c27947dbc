import { expect, test } from "vitest";
import { LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel } from "../../test/support/scripted-model.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";
import { runToolLoop } from "./run-tool-loop.ts";
import { isStop, stoppedOr } from "./stopped.ts";

test("only the reason of our own stop is a stop", () => {
  const why = new Error("stop");
  const aborted = AbortSignal.abort(why);
  expect(isStop({ signal: aborted }, why)).toBe(true);
  expect(isStop({ signal: aborted }, new Error("stop"))).toBe(false);
  expect(isStop({ signal: new AbortController().signal }, undefined)).toBe(false);
});

test("an intent that was refused is a stop, or its step is no longer wanted", async () => {
  const stage = new LoopStage();
  const run = await stage.build(new ScriptedModel());
  expect(() => stoppedOr(run)).toThrow(NoLongerWanted);
  stage.stop.abort();
  expect(stoppedOr(run)).toEqual({ kind: "stopped" });
});

test("a loop that nobody opened is a bug", async () => {
  const run = await new LoopStage().build(new ScriptedModel());
  await expect(runToolLoop({ ...run, loop: "l99" })).rejects.toThrow("loop l99 is not open");
});
