import type { Refused } from "../../core/facts/loop-schema.ts";
import { withNewDecisions } from "../../core/rules/new-decisions.ts";
import type { OpenCall } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import { loopOf } from "../../core/state/threads.ts";
import { toArray } from "../../core/text/appended.ts";
import { type GeneralTool, tidied } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";
import { inputFaults } from "./input-faults.ts";
import { callKey, trippedCalls } from "./tripped-calls.ts";

/** An open call and whether it may run. Decided once, then handed on until the call has its result. */
export type Admitted = { readonly call: OpenCall } & Admission;

type Admission =
  | { readonly kind: "tool"; readonly tool: GeneralTool; readonly input: Record<string, unknown> }
  | { readonly kind: "terminal"; readonly input: Record<string, unknown> }
  | { readonly kind: "refused"; readonly text: string; readonly why: Refused };

/** A call may run if it has not failed too often, its tool exists, and its arguments fit. */
export function admitCall<T>(run: LoopRun<T>, call: OpenCall, at: State): Admitted {
  return { call, ...admission(run, call, at) };
}

function admission<T>(run: LoopRun<T>, call: OpenCall, at: State): Admission {
  const reason = reasonToTrip(run, call, at);
  if (reason !== undefined) return { kind: "refused", why: "tripped", text: trippedWords(reason) };
  const tool = run.tools.find((one) => one.name === call.tool);
  if (!tool && call.tool !== run.terminal.name)
    return { kind: "refused", why: "unknown", text: unknownTool(run, cut(call.tool)) };
  const length = JSON.stringify(call.input).length;
  if (length > mostInput)
    return malformed(`- input: ${length} characters are too many; at most ${mostInput} fit`);
  const input = tool ? tidied(tool, call.input) : resultInput(run, call.input, at);
  const parsed = (tool ?? run.terminal).input.safeParse(input);
  if (!parsed.success) return malformed(listed(inputFaults(parsed.error, input)));
  const unfit = tool ? [] : unfitIn(run, [input, call.input]);
  if (unfit.length > 0) return malformed(listed(unfit));
  return tool ? { kind: "tool", tool, input: parsed.data } : { kind: "terminal", input: parsed.data };
}

/** What a member handed in, as its tool expects it: with the fields' names and the ids of decisions as they are here. */
export function resultInput<T>({ terminal, loop }: LoopRun<T>, input: unknown, at: State): unknown {
  return withNewDecisions(tidied(terminal, input), at, loop);
}

/** The schema of an older charter may have other names for the same fields, so one of both must fit. */
function unfitIn<T>({ terminal }: LoopRun<T>, inputs: readonly unknown[]): readonly string[] {
  const faults = inputs.map((input) => terminal.fits?.(input) ?? []);
  return faults.some((all) => all.length === 0) ? [] : (faults[0] ?? []);
}

/** Most characters of a call's arguments as JSON, whatever its tool would accept. */
const mostInput = 900_000;

/** Why this same call failed each time, if that was too often. */
function reasonToTrip<T>(run: LoopRun<T>, call: OpenCall, at: State): string | undefined {
  const loop = loopOf(at, run.loop);
  const calls = loop ? toArray(loop.asks).flatMap((ask) => ask.reply?.calls ?? []) : [];
  return trippedCalls(calls).get(callKey(call.tool, call.input));
}

/** States the reason again and gives no order: other words may ask for this very tool. */
function trippedWords(reason: string): string {
  return `Refused: this same call has failed three times, for this reason:\n${reason}\nOnly another input can help.`;
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
