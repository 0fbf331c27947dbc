import type { Call } from "../core/state/call.ts";
import type { Ask, Loop } from "../core/state/thread.ts";
import { toArray } from "../core/text/appended.ts";
import type { GeneralTool } from "../core/work/tool.ts";

/** What the rules below need to know of a run: what its tools do. */
export interface Tools {
  readonly tools: readonly GeneralTool[];
}

/**
 * The words of a discussion that stand for everybody and are not posted yet. In a turn that words can end, these are all
 * words but those of replies that only look at the code; otherwise those of the newest reply. A question posts what was
 * said with it. Words that are repeated count once.
 */
export function wordsOf(run: Tools, loop: Loop): string {
  const asks = toArray(loop.asks);
  if (!loop.textEnds) return asks.at(-1)?.reply?.text.trim() ?? "";
  const posted = asks.findLastIndex((ask) => callsOf(ask).some((call) => isDone(run, call, "pauses")));
  return joined(asks.slice(posted + 1).flatMap((ask) => meantWords(run, ask)));
}

/**
 * Whether the newest reply ends the turn: it called nothing but tools that record, all of them with success, and the
 * member has said something. An empty reply ends the turn as well, once the member has recorded or asked something.
 */
export function endsTurn(run: Tools, loop: Loop): boolean {
  const last = toArray(loop.asks).at(-1);
  if (!loop.textEnds || !last?.reply || last.nudges || last.reply.finish === "length") return false;
  const { calls } = last.reply;
  if (!calls.every((call) => isDone(run, call, "records"))) return false;
  return wordsOf(run, loop) !== "" || (calls.length === 0 && hasActed(run, loop));
}

/** Whether words of the newest reply wait until a call of the same reply is mended. */
export function isHeldBack(run: Tools, loop: Loop): boolean {
  const last = toArray(loop.asks).at(-1);
  if (!loop.textEnds || !last) return false;
  const isFailed = (call: Call) => call.status === "settled" && call.result.failed;
  return meantWords(run, last).length > 0 && callsOf(last).some(isFailed);
}

/** Whether the member wrote words that nobody else reads. */
export function hasAsides(run: Tools, loop: Loop): boolean {
  return toArray(loop.asks).some(
    (ask) => (ask.reply?.text.trim() ?? "") !== "" && meantWords(run, ask).length === 0,
  );
}

function hasActed(run: Tools, loop: Loop): boolean {
  const calls = toArray(loop.asks).flatMap(callsOf);
  return calls.some((call) => isDone(run, call, "records") || isDone(run, call, "pauses"));
}

/** Words beside calls that only look at the code are notes of the member to itself. */
function meantWords(run: Tools, { reply }: Ask): readonly string[] {
  const text = reply?.text.trim() ?? "";
  if (!reply || text === "" || reply.finish === "length") return [];
  const looksOnly = reply.calls.length > 0 && reply.calls.every((call) => effectOf(run, call) === "reads");
  return looksOnly ? [] : [text];
}

function isDone(run: Tools, call: Call, effect: GeneralTool["effect"]): boolean {
  return call.status === "settled" && !call.result.failed && effectOf(run, call) === effect;
}

/** What the tool of a call does. Undefined: it ends the loop, or is not there. */
export function effectOf({ tools }: Tools, { tool }: Pick<Call, "tool">): GeneralTool["effect"] | undefined {
  return tools.find(({ name }) => name === tool)?.effect;
}

function callsOf({ reply }: Ask): readonly Call[] {
  return reply?.calls ?? [];
}

function joined(all: readonly string[]): string {
  let kept: string[] = [];
  for (const text of all) {
    if (kept.some((one) => one.includes(text))) continue;
    kept = [...kept.filter((one) => !text.includes(one)), text];
  }
  return kept.join("\n\n");
}
