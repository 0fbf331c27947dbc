import type { z } from "zod";
import type { Refused } from "../../core/facts/events.ts";
import type { OpenCall } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import { loopOf } from "../../core/state/threads.ts";
import { toArray } from "../../core/text/appended.ts";
import type { GeneralTool } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";
import { callKey, trippedCalls } from "./tripped-calls.ts";

/** An open call and whether it may run. Decided once, then handed on until the call has its result. */
export type Admitted = { readonly call: OpenCall } & Admission;

type Admission =
  | { readonly kind: "tool"; readonly tool: GeneralTool; readonly input: Record<string, unknown> }
  | { readonly kind: "terminal"; readonly input: Record<string, unknown> }
  | { readonly kind: "refused"; readonly text: string; readonly why?: Refused };

/** A call may run if it has not failed too often, its tool exists, and its arguments fit. */
export function admitCall<T>(run: LoopRun<T>, call: OpenCall, at: State): Admitted {
  return { call, ...admission(run, call, at) };
}

function admission<T>(run: LoopRun<T>, call: OpenCall, at: State): Admission {
  if (isTripped(run, call, at))
    return {
      kind: "refused",
      why: "tripped",
      text: "Refused: this same call has failed the same way three times. Do something else.",
    };
  const tool = run.tools.find((one) => one.name === call.tool);
  if (!tool && call.tool !== run.terminal.name)
    return { kind: "refused", text: unknownTool(run, cut(call.tool)) };
  const length = JSON.stringify(call.input).length;
  if (length > mostInput)
    return malformed(`- input: ${length} characters are too many; at most ${mostInput} fit`);
  const parsed = (tool ?? run.terminal).input.safeParse(call.input);
  if (!parsed.success) return malformed(faultsOf(parsed.error));
  const unfit = tool ? [] : (run.terminal.fits?.(call.input) ?? []);
  if (unfit.length > 0) return malformed(listed(unfit));
  return tool ? { kind: "tool", tool, input: parsed.data } : { kind: "terminal", input: parsed.data };
}

/** Most characters of a call's arguments as JSON, whatever its tool would accept. */
const mostInput = 900_000;

function isTripped<T>(run: LoopRun<T>, call: OpenCall, at: State): boolean {
  const loop = loopOf(at, run.loop);
  const calls = loop ? toArray(loop.asks).flatMap((ask) => ask.reply?.calls ?? []) : [];
  return trippedCalls(calls).has(callKey(call.tool, call.input));
}

/** Tells another speaker's tool from one that does not exist, so that the model can act. */
function unknownTool<T>(run: LoopRun<T>, name: string): string {
  const yours = [...run.tools.map((tool) => tool.name), run.terminal.name].join(", ");
  const offered = run.charter.tools.some((tool) => tool.name === name);
  return offered
    ? `${name} is not yours now. You can use: ${yours}.`
    : `There is no tool ${name}. You can use: ${yours}.`;
}

function malformed(faults: string): Admission {
  return { kind: "refused", why: "malformed", text: `The input does not fit:\n${faults}` };
}

function faultsOf(error: z.ZodError): string {
  return listed(error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`));
}

function listed(faults: readonly string[]): string {
  return faults
    .slice(0, 6)
    .map((fault) => cut(`- ${fault}`))
    .join("\n");
}

/** Limits how much of a model's own words is quoted back to it. */
function cut(words: string): string {
  return words.length <= 200 ? words : `${words.slice(0, 200)} …`;
}
