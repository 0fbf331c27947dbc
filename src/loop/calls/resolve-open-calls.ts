import { byHarness } from "../../core/facts/fact.ts";
import type { CallResult, OpenCall } from "../../core/state/call.ts";
import { loopOf, openCalls } from "../../core/state/threads.ts";
import type { CallId } from "../../core/terms/ids.ts";
import { at as lastOf } from "../../core/text/appended.ts";
import type { CitedBy } from "../../core/work/check-citations.ts";
import { failure } from "../../core/work/tool.ts";
import type { Batch } from "../batch.ts";
import type { LoopRun } from "../loop-run.ts";
import type { Outcome, Said } from "../outcome.ts";
import { asSaid, citesFiles } from "../said.ts";
import { wordsOf } from "../words.ts";
import { type Admitted, admitCall } from "./admit-call.ts";
import { failedBefore } from "./failed-before.ts";
import { resolveCall, settled } from "./resolve-call.ts";

/** How far the calls of a reply get without effects. */
export type Reached<T> =
  | { readonly kind: "ended"; readonly outcome: Outcome<T> }
  /** The next one needs effects. */
  | { readonly kind: "open"; readonly next: Admitted }
  | { readonly kind: "settled" };

/** A call that was checked against the files, with what the words beside it cite. */
export interface Checked {
  readonly admitted: Admitted;
  readonly words: CitedBy;
  /** What its own words cite and the files do not have. */
  readonly missing: readonly string[];
  /** What the author of a result should know of it. */
  readonly note?: string;
}

/**
 * Takes the open calls of a reply in order, up to the first that needs effects. When a call ends the loop, the calls
 * behind it are refused and told so, and the words beside it are posted.
 */
export function resolveOpenCalls<T>(run: LoopRun<T>, batch: Batch, checked?: Checked): Reached<T> {
  const loop = loopOf(batch.at, run.loop);
  const calls = loop ? openCalls(loop) : [];
  for (const [index, call] of calls.entries()) {
    const known = call.id === checked?.admitted.call.id ? checked : undefined;
    const failed = failures(run, batch, call);
    if (failed.length > 0) {
      batch.add(settled(run, call.id, failure(notYet(call.tool, failed))));
      continue;
    }
    const admitted = known?.admitted ?? admitCall(run, call, batch.at);
    const resolved = resolveCall(run, admitted, batch, known);
    if (resolved.kind === "needs-effects") return { kind: "open", next: admitted };
    const said = resolved.kind === "settled" ? undefined : saidWith(run, batch, checked);
    const cited = resolved.kind === "ended" ? citedBy(run, admitted) : "";
    if (said === "unchecked" || (!known && citesFiles(run, cited))) return { kind: "open", next: admitted };
    if (resolved.kind === "paused") post(run, batch, said);
    batch.add(...resolved.drafts);
    if (resolved.kind === "settled") continue;
    for (const later of calls.slice(index + 1)) batch.add(settled(run, later.id, tooLate));
    const outcome = withWords(resolved.outcome, said, cited === "" ? [] : checked?.missing);
    if (resolved.kind === "ended") closeWith(run, batch, outcome, call.id);
    return { kind: "ended", outcome };
  }
  return { kind: "settled" };
}

/** What failed before this call in the same reply, if this one claims that the work is done. */
function failures<T>(
  { terminal, tools, loop }: LoopRun<T>,
  batch: Batch,
  { id, tool }: OpenCall,
): readonly string[] {
  if (tool !== terminal.name || !terminal.claims) return [];
  const found = loopOf(batch.at, loop);
  const calls = (found && lastOf(found.asks, -1)?.reply?.calls) ?? [];
  const place = calls.findIndex((call) => call.id === id);
  return failedBefore(calls.slice(0, place), tool, tools);
}

function notYet(tool: string, failed: readonly string[]): string {
  const which = failed.length === 1 ? failed[0] : `${failed.slice(0, -1).join(", ")} and ${failed.at(-1)}`;
  const what = failed.length === 1 ? "its result and mend that" : "their results and mend all of it";
  return `Not accepted: ${which} failed in the same reply. Read ${what}, then call ${tool} again.`;
}

/** The words that an end or a pause posts. "unchecked": they cite files that must be looked at first. */
function saidWith<T>(run: LoopRun<T>, batch: Batch, checked?: Checked): Said | "unchecked" | undefined {
  const loop = loopOf(batch.at, run.loop);
  const words = run.saying && loop ? wordsOf(run, loop) : "";
  if (words === "") return undefined;
  if (!checked && citesFiles(run, words)) return "unchecked";
  return asSaid(words, checked?.words);
}

/** The words of a result that others read. */
export function citedBy<T>({ terminal }: LoopRun<T>, admitted: Admitted): string {
  return admitted.kind === "terminal" ? (terminal.cited?.(terminal.result(admitted.input)) ?? "") : "";
}

function withWords<T>(
  outcome: Outcome<T>,
  said: Said | undefined,
  missing: readonly string[] = [],
): Outcome<T> {
  if (outcome.kind !== "done") return outcome;
  return { ...outcome, ...(said && { said }), ...(missing.length > 0 && { missing }) };
}

function post<T>(run: LoopRun<T>, batch: Batch, said: Said | undefined): void {
  if (run.saying && said && said.text !== "") batch.add(run.saying(said));
}

const tooLate: CallResult = {
  ...failure("Not done: an earlier call in the same reply ended or paused this conversation."),
  refused: "late",
};

/** Closes the loop with the caller's events in the same append. It cites the call or the reply that ended it. */
export function closeWith<T>(
  run: LoopRun<T>,
  batch: Batch,
  outcome: Outcome<T>,
  cites: CallId | `m${number}`,
): void {
  batch.add(byHarness({ type: "loop.closed", loop: run.loop, outcome: outcome.kind, cites }));
  post(run, batch, outcome.kind === "done" ? outcome.said : outcome.kind === "text" ? outcome : undefined);
  batch.add(...run.closing(outcome, batch.at, batch.next));
}
