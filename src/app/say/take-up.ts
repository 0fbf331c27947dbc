import type { Draft } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { currentArtifact, standstill } from "../../core/rules/talk.ts";
import type { Stage } from "../../core/state/stage.ts";
import type { State } from "../../core/state/state.ts";
import { phasesOf, turnsIn } from "../../core/terms/policy.ts";
import { over, tell } from "./tell.ts";

export interface TakingUp {
  /** What the person says first; may be empty. */
  readonly words: string;
  /** At least this many turns before it stops and asks. */
  readonly turns?: number;
}

/**
 * Lets a grooming go on from wherever it is: in the middle, out of turns or of words, with a brief that waits, or weeks
 * after it was written up. Then it is visited anew, and begins with what it came to.
 */
export async function takeUp(journal: Journal, taking: TakingUp): Promise<void> {
  await tell(journal, (at) => {
    if (at.session.ending) return { refused: over };
    const said: Draft = { actor: "human", event: { type: "message.posted", text: taking.words } };
    const [first, ...rest] = [...reopened(at, taking), ...(taking.words === "" ? [] : [said])];
    return first && [first, ...rest];
  });
}

function reopened(at: State, taking: TakingUp): readonly Draft[] {
  const { stage } = at;
  if (!stage || stage.requested) return visiting(at, taking.turns);
  const artifact = currentArtifact(at);
  if (artifact?.settled?.verdict === "accepted") {
    const why = "it is taken up again";
    const anew: Draft = { actor: "human", event: { type: "phase.requested", phase: stage.phase, why } };
    return [...visiting(at, taking.turns), anew];
  }
  if (artifact && !artifact.settled) {
    const reasons = [taking.words || "the talk goes on"];
    return [
      {
        actor: "human",
        event: { type: "artifact.settled", artifact: artifact.id, verdict: "returned", reasons },
      },
    ];
  }
  return extended(at, stage, taking.turns);
}

/** The turns of a visit that has not begun. */
function visiting({ session: { policy } }: State, turns: number | undefined): readonly Draft[] {
  const [phase] = phasesOf(policy);
  if (turns === undefined || turnsIn(policy, phase) === turns) return [];
  const patch = { turnsIn: { ...policy.turnsIn, [phase]: turns } };
  return [{ actor: "human", event: { type: "policy.changed", patch, why: `--max-turns ${turns}` } }];
}

/** More turns where they are used up or too few; patience where everybody passed; and nothing is written up yet. */
function extended(at: State, stage: Stage, turns: number | undefined): readonly Draft[] {
  const stopped = standstill(at, stage) ?? (stage.signalled === undefined ? undefined : "signalled");
  const left = Math.max(0, stage.limit - stage.turns);
  const wanted = turns ?? (left > 0 ? 0 : turnsIn(at.session.policy, stage.phase));
  if (stopped === undefined && wanted <= left) return [];
  const why = "the product manager lets it go on";
  const more: Draft = {
    actor: "human",
    event: { type: "phase.extended", turns: Math.max(0, wanted - left), why },
  };
  return stage.signalled === undefined ? [more] : [...unwritten(at), more];
}

/** A brief that was begun is not gone on with: what is said from here on belongs into it. */
function unwritten(at: State): readonly Draft[] {
  const begun = at.threads.filter((thread) => thread.purpose === "artifact");
  return begun.map(({ name: thread }) => ({
    actor: "harness",
    event: { type: "turn.ended", thread, how: "cut", reason: "the talk goes on" },
  }));
}
