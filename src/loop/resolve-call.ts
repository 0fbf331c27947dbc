import type { z } from "zod";
import { toArray } from "../core/appended.ts";
import type { ToolCall } from "../core/events.ts";
import type { Draft } from "../core/fact.ts";
import { loopOf } from "../core/fold-loop.ts";
import { byHarness } from "../core/ports.ts";
import type { State } from "../core/state.ts";
import { failure, type ToolResult } from "../core/tool.ts";
import { callKey, trippedCalls, trippedResult } from "../core/tripped-calls.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";

export type Resolved<T> =
  | { readonly kind: "settled"; readonly drafts: readonly Draft[] }
  | { readonly kind: "needs-effects" }
  | { readonly kind: "paused"; readonly drafts: readonly Draft[]; readonly outcome: Outcome<T> }
  | { readonly kind: "ended"; readonly drafts: readonly Draft[]; readonly outcome: Outcome<T> };

/** What one call comes to without touching anything: refused, recorded, paused, ended, or in need of effects. */
export function resolveCall<T>(
  run: LoopRun<T>,
  call: ToolCall,
  by: { readonly seat: string; readonly thread: string },
  at: State,
): Resolved<T> {
  if (isTripped(run, call, at))
    return { kind: "settled", drafts: [settled(run.loop, call.call, trippedResult)] };
  if (call.tool === run.terminal.name) return endWith(run, call, at);
  const tool = run.tools.find((one) => one.name === call.tool);
  if (!tool) return { kind: "settled", drafts: [settled(run.loop, call.call, unknownTool(run, call.tool))] };
  const parsed = tool.input.safeParse(call.input);
  if (!parsed.success)
    return { kind: "settled", drafts: [settled(run.loop, call.call, badInput(parsed.error))] };
  switch (tool.effect) {
    case "reads":
    case "writes":
      return { kind: "needs-effects" };
    case "records": {
      const made = tool.record(parsed.data, at, by.seat);
      if (!("events" in made)) return { kind: "settled", drafts: [settled(run.loop, call.call, made)] };
      const drafts = made.events.map((event): Draft => ({ actor: by.seat, event }));
      return {
        kind: "settled",
        drafts: [...drafts, settled(run.loop, call.call, { failed: false, text: made.text })],
      };
    }
    case "pauses": {
      const { text, options } = tool.question(parsed.data);
      const drafts: Draft[] = [
        {
          actor: by.seat,
          event: {
            type: "question.asked",
            text,
            options: [...options],
            thread: by.thread,
            loop: run.loop,
            call: call.call,
          },
        },
        byHarness({ type: "loop.paused", loop: run.loop, call: call.call, on: "question" }),
      ];
      return { kind: "paused", drafts, outcome: { kind: "paused", question: call.call } };
    }
  }
}

function endWith<T>(run: LoopRun<T>, call: ToolCall, at: State): Resolved<T> {
  const parsed = run.terminal.input.safeParse(call.input);
  if (!parsed.success)
    return { kind: "settled", drafts: [settled(run.loop, call.call, badInput(parsed.error))] };
  const value = run.terminal.result(parsed.data);
  const faults = run.terminal.check(value, at);
  const blocked = faults.length === 0 ? run.terminal.blocked?.(value) : undefined;
  if (blocked) return { kind: "ended", drafts: [], outcome: { kind: "blocked", blocked } };
  if (faults.length === 0) return { kind: "ended", drafts: [], outcome: { kind: "done", value } };
  const text = `Not accepted:\n${faults.map((fault) => `- ${fault}`).join("\n")}\nMend this and call ${run.terminal.name} again.`;
  return { kind: "settled", drafts: [settled(run.loop, call.call, failure(text))] };
}

/** The same call has failed the same way too often: it is not executed any more. */
export function isTripped<T>(run: LoopRun<T>, call: ToolCall, at: State): boolean {
  const loop = loopOf(at, run.loop);
  const calls = loop ? toArray(loop.asks).flatMap((ask) => ask.reply?.calls ?? []) : [];
  return trippedCalls(calls).has(callKey(call.tool, call.input));
}

/** An offered tool of another speaker and a tool that does not exist are told apart, so that the model can act. */
function unknownTool<T>(run: LoopRun<T>, name: string): ToolResult {
  const yours = [...run.tools.map((tool) => tool.name), run.terminal.name].join(", ");
  const offered = run.charter.tools.some((tool) => tool.name === name);
  return failure(
    offered
      ? `${name} is not yours now. You can use: ${yours}.`
      : `There is no tool ${name}. You can use: ${yours}.`,
  );
}

function badInput(error: z.ZodError): ToolResult {
  const faults = error.issues
    .slice(0, 6)
    .map((issue) => `- ${issue.path.join(".") || "input"}: ${issue.message}`);
  return failure(`The input does not fit:\n${faults.join("\n")}`);
}

export function settled(loop: string, call: string, result: ToolResult): Draft {
  return byHarness({ type: "tool.settled", loop, call, failed: result.failed, text: result.text });
}
