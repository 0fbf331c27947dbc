import type { Loop } from "../core/state/thread.ts";
import { at } from "../core/text/appended.ts";
import { resultInput } from "./calls/admit-call.ts";
import type { LoopRun } from "./loop-run.ts";
import { nextMove } from "./next-move.ts";
import type { Outcome } from "./outcome.ts";
import { wordsOf } from "./words.ts";

/** How a closed loop ended. Its closing fact cites what ended it, so the outcome can be rebuilt from there. */
export function recordedOutcome<T>(run: LoopRun<T>, loop: Loop): Outcome<T> {
  const { closed, ...before } = loop;
  const reply = at(loop.asks, -1)?.reply;
  if (closed === "stopped") return { kind: "stopped" };
  if (closed === "text") return { kind: "text", text: wordsOf(run, loop) };
  if (closed === "done" || closed === "blocked") {
    const call = reply?.calls.find(
      (one) => one.tool === loop.terminal && one.status === "settled" && !one.result.failed,
    );
    const input = resultInput(run, call?.input, run.context.journal.state());
    const value = run.terminal.result(run.terminal.input.parse(input));
    const blocked = run.terminal.blocked?.(value);
    return blocked ? { kind: "blocked", blocked } : { kind: "done", value };
  }
  const move = nextMove(run, before);
  if (move.kind === "end") return move.outcome;
  throw new Error(`loop ${loop.id} was closed as ${closed}, and nothing in it says why`);
}
