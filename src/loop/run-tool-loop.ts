import { byHarness, refusal } from "../core/facts/fact.ts";
import type { Loop } from "../core/state/thread.ts";
import { loopOf } from "../core/state/threads.ts";
import { mayBegin } from "../core/work/step-context.ts";
import { ask } from "./ask/ask.ts";
import { admitCall } from "./calls/admit-call.ts";
import { settleCall } from "./calls/settle-call.ts";
import type { LoopRun } from "./loop-run.ts";
import { type Move, nextMove } from "./next-move.ts";
import { failureWords, type Outcome } from "./outcome.ts";
import { recordedOutcome } from "./recorded-outcome.ts";
import { asSaid, citedIn } from "./said.ts";
import { sayText } from "./say-text.ts";
import { stoppedOr } from "./stopped.ts";
import { wordsOf } from "./words.ts";

/**
 * Every conversation with a model runs through here. With a known loop it continues where the log says it stands: an
 * ask without a reply is asked again, calls without a result are settled, a wait goes on, a closed loop returns its
 * recorded outcome, and all counters are folds. After a stop, the calls of the last reply still get their results.
 */
export async function runToolLoop<T>(run: LoopRun<T>): Promise<Outcome<T>> {
  refuseMisbuilt(run);
  for (;;) {
    const loop = standing(run);
    const ended = await make(run, loop, nextMove(run, loop));
    if (ended) return ended;
  }
}

async function make<T>(run: LoopRun<T>, loop: Loop, move: Move): Promise<Outcome<T> | undefined> {
  const { signal, journal } = run.context;
  switch (move.kind) {
    case "closed":
      return recordedOutcome(run, loop);
    case "wait":
      return move.outcome;
    case "settle":
      return settleCall(run, admitCall(run, move.call, journal.state()));
    case "say":
      return sayText(run, loop, move.reply);
    case "end":
      return signal.aborted ? { kind: "stopped" } : close(run, loop, move.outcome);
    case "ask":
      return signal.aborted ? { kind: "stopped" } : ask(run, move.notBefore);
  }
}

/** The types rule out most of this. Throws for the rest before anything is asked. */
function refuseMisbuilt<T>(run: LoopRun<T>): void {
  const terminal: LoopRun<T>["terminal"] | undefined = run.terminal;
  if (terminal?.effect !== "ends") throw new Error("this loop has no terminal tool");
  const names = [...run.tools.map((tool) => tool.name), terminal.name];
  const double = names.find((name, index) => names.indexOf(name) < index);
  if (double !== undefined) throw new Error(`two tools of this loop are called ${double}`);
}

function standing<T>(run: LoopRun<T>): Loop {
  const loop = loopOf(run.context.journal.state(), run.loop);
  if (!loop) throw new Error(`loop ${run.loop} is not open`);
  return loop;
}

/** Ends the loop without a result, with the caller's events in the same append. Words that were held back go out. */
async function close<T>(run: LoopRun<T>, loop: Loop, outcome: Outcome<never>): Promise<Outcome<T>> {
  if (outcome.kind === "iteration-limit")
    await run.onLimit?.({ which: "hard", key: outcome.key, asks: outcome.iteration });
  const words = run.saying && loop.textEnds ? wordsOf(run, loop) : "";
  const cited = await citedIn(run, words);
  if (cited === "stopped") return { kind: "stopped" };
  const said = run.saying && words !== "" ? [run.saying(asSaid(words, cited))] : [];
  const error = failureWords(outcome);
  const closed = await run.context.journal.append((at, first) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    return [
      byHarness({
        type: "loop.closed",
        loop: run.loop,
        outcome: outcome.kind,
        ...(error !== undefined && { error }),
      }),
      ...said,
      ...run.closing(outcome, at, first + 1 + said.length),
    ];
  });
  return closed.kind === "done" ? outcome : stoppedOr(run);
}
