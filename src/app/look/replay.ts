import { decide } from "../../core/decide/decide.ts";
import type { EventType } from "../../core/facts/events.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { fold } from "../../core/fold/fold.ts";
import type { Hash } from "../../core/ports/clock.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import { renderAgain } from "./debug-prompt.ts";

export interface Replayed {
  readonly facts: number;
  readonly intents: number;
  readonly requests: number;
  /** The first difference from the log. Left out: the log verifies. */
  readonly difference?: { readonly seq: number; readonly what: string };
}

/** Facts that a step may only write while it is wanted. */
const intents: ReadonlySet<EventType | "unknown"> = new Set([
  "phase.entered",
  "turn.started",
  "thread.opened",
  "loop.opened",
  "model.asked",
  "tool.called",
  "effect.started",
]);

/**
 * Verifies a log without running anything. It folds the facts in recorded order. At each intent it checks that `decide`
 * wanted that step just before, and that the request still renders to the recorded hash.
 */
export async function replay(files: SessionFiles, hash: Hash): Promise<Replayed> {
  const steps = await replaySteps(files);
  const requests = await replayRequests(files, hash);
  const [difference] = [steps.difference, requests.difference]
    .filter((one) => one !== undefined)
    .sort((a, b) => a.seq - b.seq);
  return {
    facts: steps.facts,
    intents: steps.intents,
    requests: requests.requests,
    ...(difference && { difference }),
  };
}

async function replaySteps(files: SessionFiles): Promise<Omit<Replayed, "requests">> {
  let state: State = emptyState;
  // All facts of a batch were built on the state before its first.
  let before: State = emptyState;
  let counted = 0;
  for await (const fact of files.journal.read(1)) {
    if (isIntent(fact)) {
      counted += 1;
      const wanted = decide(before, fact.at).steps.map((step) => step.key);
      if (!wanted.includes(fact.step ?? "")) {
        const what = `${fact.event.type} of ${fact.step ?? "no step"}, while ${wanted.join(", ") || "nothing"} was wanted`;
        return { facts: state.head, intents: counted, difference: { seq: fact.seq, what } };
      }
    }
    state = fold(state, fact);
    if (!fact.more) before = state;
  }
  return { facts: state.head, intents: counted };
}

function isIntent(fact: Fact): boolean {
  return fact.step !== undefined && intents.has(fact.event.type);
}

async function replayRequests(
  files: SessionFiles,
  hash: Hash,
): Promise<Pick<Replayed, "requests" | "difference">> {
  let requests = 0;
  for await (const { seq, equal, recorded, hash: again, otherRenderer } of renderAgain(files, hash)) {
    requests += 1;
    if (equal || otherRenderer !== undefined) continue;
    return {
      requests,
      difference: { seq, what: `the request renders to ${again}, and ${recorded} was sent` },
    };
  }
  return { requests };
}
