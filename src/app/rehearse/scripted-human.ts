import { decide } from "../../core/decide/decide.ts";
import type { Answer, Wait } from "../../core/decide/waits/wait.ts";
import { Fault } from "../../core/fault.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { WaitId } from "../../core/terms/ids.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { answer } from "../say/answer.ts";

/** What a scripted person does. The act is found by the wait it answers, never by a position in the script. */
export type Act =
  | { readonly on: "question"; readonly thread: string; readonly choose: number; readonly waitMs: number }
  | { readonly on: "answer"; readonly thread: string; readonly tell: string; readonly waitMs: number }
  | {
      readonly on: "accept";
      readonly artifact: ArtifactKind;
      readonly version: number;
      readonly waitMs: number;
    }
  | { readonly on: "ship"; readonly how: "branch" | "fast-forward"; readonly waitMs: number };

export interface ScriptedHuman {
  readonly acts: readonly Act[];
  /** Where shipping goes. */
  readonly onto: string;
  readonly clock: Clock;
  /** How long to wait before acting, so that a viewer can act first. */
  delayMs(act: Act): number;
  /** Called before the wait, with the time until the script acts. */
  onWaiting?(wait: Wait, act: Act, delayMs: number): void;
  /** Called when the script acted and nobody else had acted before it. */
  onActed?(wait: Wait, act: Act): void;
}

/**
 * Answers what waits for a person, with the same calls as a person, until the session is over. A wait that the script
 * does not know ends it and is returned. It keeps no state, so it can start anywhere and after any kill.
 */
export async function playHuman(
  journal: Journal,
  human: ScriptedHuman,
  signal: AbortSignal,
): Promise<Wait | undefined> {
  while (!signal.aborted) {
    const state = journal.state();
    if (state.session.ending) return undefined;
    const decided = decide(state, human.clock.now());
    const wait = decided.waits[0];
    if (!wait) {
      await journal.moved(state.head, signal);
      continue;
    }
    const act = actFor(human.acts, wait);
    if (!act) return wait;
    const delay = human.delayMs(act);
    human.onWaiting?.(wait, act, delay);
    await untilResolved(journal, wait.id, human.clock, delay, signal);
    if (signal.aborted || !isOpen(journal.state(), wait.id, human.clock)) continue;
    if (await perform(journal, wait, act, human)) human.onActed?.(wait, act);
  }
  return undefined;
}

function actFor(acts: readonly Act[], wait: Wait): Act | undefined {
  return acts.find((act) => {
    if (act.on === "answer") return wait.kind === "question" && act.thread === wait.thread;
    if (act.on !== wait.kind) return false;
    if (act.on === "question") return wait.kind === "question" && act.thread === wait.thread;
    if (act.on === "accept")
      return wait.kind === "accept" && act.artifact === wait.artifact && act.version === wait.version;
    return true;
  });
}

/** Waits until it is time to act, or until somebody else acts first. */
async function untilResolved(
  journal: Journal,
  id: WaitId,
  clock: Clock,
  delayMs: number,
  signal: AbortSignal,
): Promise<void> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  signal.addEventListener("abort", stop, { once: true });
  const due = clock.sleep(delayMs, enough.signal).then(stop);
  while (!enough.signal.aborted && isOpen(journal.state(), id, clock))
    await journal.moved(journal.state().head, enough.signal);
  enough.abort();
  await due;
  signal.removeEventListener("abort", stop);
}

function isOpen(state: State, id: WaitId, clock: Clock): boolean {
  return decide(state, clock.now()).waits.some((wait) => wait.id === id);
}

/** False: somebody else acted first. */
async function perform(journal: Journal, wait: Wait, act: Act, human: ScriptedHuman): Promise<boolean> {
  try {
    await answer(journal, wait.id, answerOf(act, human), human.clock.now());
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "refused") return false;
    throw error;
  }
}

function answerOf(act: Act, { onto }: ScriptedHuman): Answer {
  switch (act.on) {
    case "question":
      return { kind: "choose", option: act.choose };
    case "answer":
      return { kind: "tell", words: act.tell };
    case "accept":
      return { kind: "approve" };
    case "ship":
      return { kind: "ship", onto, how: act.how };
  }
}
