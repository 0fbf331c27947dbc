import type { Draft } from "../../core/facts/fact.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { CallResult, OpenCall } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import type { PauseRequest, Thread } from "../../core/state/thread.ts";
import { threadOfLoop } from "../../core/state/threads.ts";
import { failure, type RecordingTool, reply } from "../../core/work/tool.ts";
import type { Batch } from "../batch.ts";
import type { LoopRun } from "../loop-run.ts";
import type { Outcome } from "../outcome.ts";
import type { Admitted } from "./admit-call.ts";
import { brokenResult, resultText, takenResult } from "./tool-result.ts";

export type Resolved<T> =
  | { readonly kind: "needs-effects" }
  | { readonly kind: "settled"; readonly drafts: readonly Draft[] }
  | { readonly kind: "paused" | "ended"; readonly drafts: readonly Draft[]; readonly outcome: Outcome<T> };

/** Resolves one call without effects: refused, recorded, paused, ended, or in need of effects. `verified`: it had them. */
export function resolveCall<T>(
  run: LoopRun<T>,
  admitted: Admitted,
  { at, next }: Pick<Batch, "at" | "next">,
  verified?: { readonly note?: string },
): Resolved<T> {
  const { call } = admitted;
  if (admitted.kind === "refused") {
    const { text, why } = admitted;
    return refused(run, call, { ...failure(text), refused: why });
  }
  try {
    if (admitted.kind === "terminal") return end(run, call, admitted.input, at, verified);
    const { tool, input } = admitted;
    switch (tool.effect) {
      case "reads":
      case "writes":
      case "runs":
        return { kind: "needs-effects" };
      case "records":
        return record(run, call, tool, input, at);
      case "pauses":
        return pause(run, call, tool.question(input), { at, next });
    }
  } catch (error) {
    return refused(run, call, brokenResult(call.tool, error, run.context.redaction));
  }
}

export function settled<T>(run: LoopRun<T>, call: string, result: CallResult): Draft {
  const { failed, text, refused, ran } = result;
  return byHarness({
    type: "tool.settled",
    loop: run.loop,
    call,
    failed,
    text: resultText(text, run.context.redaction),
    ...(refused !== undefined && { refused }),
    ...ran,
  });
}

function refused<T>(run: LoopRun<T>, { id }: OpenCall, result: CallResult): Resolved<T> {
  return { kind: "settled", drafts: [settled(run, id, result)] };
}

function end<T>(
  run: LoopRun<T>,
  call: OpenCall,
  input: Record<string, unknown>,
  at: State,
  verified: { readonly note?: string } | undefined,
): Resolved<T> {
  const { terminal } = run;
  const value = terminal.result(input);
  const faults = terminal.check(value, at);
  if (faults.length > 0) return refused(run, call, notAccepted(terminal.name, faults));
  if (terminal.verify && !verified) return { kind: "needs-effects" };
  const blocked = terminal.blocked?.(value);
  return {
    kind: "ended",
    drafts: [settled(run, call.id, takenResult(reply(["Accepted.", verified?.note ?? ""].join(" ").trim())))],
    outcome: blocked ? { kind: "blocked", blocked } : { kind: "done", value },
  };
}

/** Sends a result back to the model, with what is wrong with it. */
export function notAccepted(terminal: string, faults: readonly string[]): CallResult {
  const list = faults.map((fault) => `- ${fault}`).join("\n");
  const text = `Not accepted:\n${list}\nMend this and call ${terminal} again.`;
  return { ...failure(text), refused: "unaccepted" };
}

function record<T>(
  run: LoopRun<T>,
  call: OpenCall,
  tool: RecordingTool,
  input: Record<string, unknown>,
  at: State,
): Resolved<T> {
  const { seat, task } = speaker(run, at);
  const made = tool.record(input, at, seat, task);
  if (!("events" in made)) return refused(run, call, { ...takenResult(made), refused: "unaccepted" });
  const drafts = made.events.map((event): Draft => ({ actor: seat, event }));
  return { kind: "settled", drafts: [...drafts, settled(run, call.id, takenResult(reply(made.text)))] };
}

function pause<T>(
  run: LoopRun<T>,
  call: OpenCall,
  request: PauseRequest,
  { at, next }: Pick<Batch, "at" | "next">,
): Resolved<T> {
  const { seat, name } = speaker(run, at);
  const { loop } = run;
  // Two facts of the pause stand before the caller's.
  const pausing = run.pausing?.(request, at, next + 2) ?? { asked: {}, drafts: [] };
  if ("refused" in pausing)
    return refused(run, call, { ...takenResult(failure(pausing.refused)), refused: "unaccepted" });
  const asked = { ...request, options: [...request.options], thread: name, loop, call: call.id };
  return {
    kind: "paused",
    drafts: [
      { actor: seat, event: { type: "question.asked", ...asked, ...pausing.asked } },
      byHarness({ type: "loop.paused", loop, call: call.id, on: "question" }),
      ...pausing.drafts,
    ],
    outcome: { kind: "paused", call: call.id, request },
  };
}

function speaker<T>(run: LoopRun<T>, at: State): Pick<Thread, "seat" | "name" | "task"> {
  const thread = threadOfLoop(at, run.loop);
  if (!thread) throw new Error(`loop ${run.loop} is in no thread`);
  return thread;
}
