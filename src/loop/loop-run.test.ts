import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import { echo, finish } from "../../test/support/loop-stage.ts";
import { assertNever } from "../core/assert-never.ts";
import type { Draft } from "../core/facts/fact.ts";
import { defineTerminal, defineTool, reply, type TerminalTool } from "../core/work/tool.ts";
import { done, type Handed } from "../tools/ends/done.ts";
import { reviewComplete, type Verdict } from "../tools/ends/review-complete.ts";
import { submitArtifact } from "../tools/talk/submit-artifact.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";
import { runToolLoop } from "./run-tool-loop.ts";

// Nothing here runs: the compiler is the test. A line below that compiles where it should not breaks the build.

type Rest<T> = Omit<LoopRun<T>, "tools" | "terminal" | "closing">;

async function whatDoesNotCompile(rest: Rest<never>, text: z.ZodObject): Promise<void> {
  const closing = () => [];

  // @ts-expect-error a terminal tool among the general ones
  await runToolLoop({ ...rest, tools: [echo, done], terminal: finish, closing });

  // @ts-expect-error no terminal tool
  await runToolLoop({ ...rest, tools: [echo], closing });

  // @ts-expect-error a general tool as the terminal one
  await runToolLoop({ ...rest, tools: [], terminal: echo, closing });

  // @ts-expect-error two terminal tools
  await runToolLoop({ ...rest, tools: [], terminal: [finish, done], closing });

  // @ts-expect-error a result of another type than the terminal tool gives
  const value: Outcome<string> = await runToolLoop({ ...rest, tools: [], terminal: finish, closing });

  const ofWords = (_: Outcome<string>): readonly Draft[] => [];
  // @ts-expect-error the caller's closing takes what the terminal tool gives
  await runToolLoop({ ...rest, tools: [], terminal: finish, closing: ofWords });

  // @ts-expect-error a handler that returns the wrong type
  defineTool({ name: "x", summary: "", effect: "reads", input: text, run: async () => "words" });

  // @ts-expect-error a recording handler that returns a promise
  defineTool({ name: "x", summary: "", effect: "records", input: text, record: async () => reply("") });

  // @ts-expect-error a terminal tool whose check takes another type than its result gives
  defineTerminal({ ...ending, input: text, result: () => 1, check: (_: string) => [] });

  const unknown = () => ({ kind: "tired", explanation: "" });
  // @ts-expect-error a blocked result of a kind that nobody knows
  defineTerminal({ ...ending, input: text, result: () => 1, check: () => [], blocked: unknown });

  // @ts-expect-error a tool whose effect nobody knows
  defineTool({ name: "x", summary: "", effect: "guesses", input: text, run: async () => value });

  // @ts-expect-error a terminal tool that gives no result
  defineTerminal({ name: "x", summary: "", effect: "ends", input: text, check: () => [] });

  // @ts-expect-error a terminal tool defined as a general one
  defineTool({ name: "x", summary: "", effect: "ends", input: text, result: () => 1, check: () => [] });
}

void whatDoesNotCompile;

const ending = { name: "x", summary: "", effect: "ends" } as const;

/** A caller that forgets an outcome is told by the compiler which one. */
function forgetful(outcome: Outcome<number>): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
    case "text":
    case "paused":
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
    case "over-budget":
    case "stopped":
      return [];
    default:
      // @ts-expect-error blocked was forgotten
      return assertNever(outcome);
  }
}

void forgetful;

test("the terminal tool's schema gives the type of the result", () => {
  expectTypeOf(finish).toEqualTypeOf<TerminalTool<number>>();
  expectTypeOf(done).toExtend<TerminalTool<Handed>>();
  expectTypeOf(reviewComplete).toExtend<TerminalTool<Verdict>>();
  expectTypeOf(submitArtifact("scope")).toExtend<TerminalTool<object>>();
  expectTypeOf(runToolLoop<number>).returns.resolves.toEqualTypeOf<Outcome<number>>();
});
