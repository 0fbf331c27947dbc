import { type Draft, refusal } from "../../facts/fact.ts";
import { asksPerson, currentArtifact, standstill } from "../../rules/talk.ts";
import type { Stage } from "../../state/stage.ts";
import type { State } from "../../state/state.ts";
import { limitId, type WaitId } from "../../terms/ids.ts";
import { artifactOf, type Phase } from "../../terms/phase.ts";
import { engineersOf, turnsIn } from "../../terms/policy.ts";
import type { Answered, Answering } from "./answering.ts";

/** The talk is at a standstill. */
export interface LimitWait {
  readonly kind: "limit";
  readonly id: WaitId;
  readonly since: number;
  /** The turns are used up, turns come to nothing, nothing was settled for some rounds, or everybody passes. */
  readonly why: "turns" | "cut" | "stalled" | "silence";
  readonly phase: Phase;
  readonly turns: number;
}

export type LimitAnswer =
  /** The talk continues for this many turns, or for as many as the phase usually has. */
  | { readonly kind: "extend"; readonly turns?: number }
  /** The artifact is written from what there is. */
  | { readonly kind: "end" }
  /** Words that the team continues from. */
  | { readonly kind: "steer"; readonly words: string };

export function limitWaits(state: State, stage: Stage): readonly LimitWait[] {
  if (artifactOf(stage.phase) === undefined || currentArtifact(state)?.settled?.verdict === "accepted")
    return [];
  const why = standstill(state, stage);
  if (why === undefined || !asksPerson(state, stage)) return [];
  const { turnedAt, phase, turns } = stage;
  return [{ kind: "limit", id: limitId(turnedAt), since: turnedAt, why, phase, turns }];
}

export function answerLimit({ wait, answer, at }: Answering<LimitWait, LimitAnswer>): Answered {
  switch (answer.kind) {
    case "extend": {
      const { turns } = answer;
      if (turns === undefined) return [extended(usualTurns(wait, at), "the product manager lets it go on")];
      if (!Number.isInteger(turns) || turns < 1) return refusal("Give at least one more turn.");
      return [
        extended(turns, `the product manager gives ${turns === 1 ? "one more turn" : `${turns} more turns`}`),
      ];
    }
    case "end":
      return [
        {
          actor: "human",
          event: { type: "phase.signalled", summary: "The product manager wants to move on." },
        },
      ];
    case "steer":
      return answer.words === ""
        ? refusal("Say something that the team can continue from.")
        : goingOn(at, wait, { actor: "human", event: { type: "message.posted", text: answer.words } });
  }
}

function usualTurns({ why, phase }: LimitWait, at: State): number {
  return why === "turns" ? turnsIn(at.session, phase) : 0;
}

/** The team gets to react to the words: the talk continues for at least one round. */
export function goingOn(at: State, { why }: LimitWait, words: Draft): readonly [Draft, ...Draft[]] {
  const round = engineersOf(at.session.seats).length;
  return [words, extended(why === "turns" ? round : 0, "the product manager has said something")];
}

function extended(turns: number, why: string): Draft {
  return { actor: "human", event: { type: "phase.extended", turns, why } };
}
