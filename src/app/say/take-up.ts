import { returned } from "../../core/decide/waits/accept.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { currentArtifact, standstill } from "../../core/rules/talk.ts";
import type { Stage } from "../../core/state/stage.ts";
import type { State } from "../../core/state/state.ts";
import { phasesOf, turnsIn } from "../../core/terms/policy.ts";
import { tell, whyOver } from "./tell.ts";

export interface TakingUp {
  /** The person's first message; may be empty. */
  readonly words: string;
  /** At least this many turns before it stops and asks. */
  readonly turns?: number;
}

/**
 * Lets a grooming go on from any point: in the middle, after the turns or the words have run out, with a brief that
 * waits, or weeks after the brief was accepted. In that last case a new visit starts from the brief.
 */
export async function takeUp(journal: Journal, taking: TakingUp): Promise<void> {
  await tell(journal, (at) => {
    const over = whyOver(at);
    if (over !== undefined) return { refused: over };
    const artifact = currentArtifact(at);
    if (artifact && !artifact.settled && at.stage && !at.stage.requested)
      return returned(artifact.id, taking.words || "Let us talk on about this.");
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
  return extended(at, stage, taking.turns);
}

/** Sets the turns of a visit that has not started. */
function visiting({ session }: State, turns: number | undefined): readonly Draft[] {
  const { policy } = session;
  const [phase] = phasesOf(policy);
  if (turns === undefined || turnsIn(session, phase) === turns) return [];
  const patch = { turnsIn: { ...policy.turnsIn, [phase]: turns } };
  return [{ actor: "human", event: { type: "policy.changed", patch, why: `--max-turns ${turns}` } }];
}

/** Adds turns if too few are left, goes on if everybody passed, and stops the brief from being written. */
function extended(at: State, stage: Stage, turns: number | undefined): readonly Draft[] {
  const stopped = standstill(at, stage) ?? (stage.signalled === undefined ? undefined : "signalled");
  const left = Math.max(0, stage.limit - stage.turns);
  const wanted = turns ?? (left > 0 ? 0 : turnsIn(at.session, stage.phase));
  if (stopped === undefined && wanted <= left) return [];
  const why = "the product manager lets it go on";
  const more: Draft = {
    actor: "human",
    event: { type: "phase.extended", turns: Math.max(0, wanted - left), why },
  };
  return stage.signalled === undefined ? [more] : [...unwritten(at), more];
}

/** Ends the writing of an unfinished brief: the brief must include what is said from now on. */
function unwritten(at: State): readonly Draft[] {
  const begun = at.threads.filter((thread) => thread.purpose === "artifact");
  return begun.map(({ name: thread }) => ({
    actor: "harness",
    event: { type: "turn.ended", thread, how: "cut", reason: "the talk goes on" },
  }));
}
