import type { TeamEvent } from "../../facts/events.ts";
import type { Draft } from "../../facts/fact.ts";
import { isNamed, openTrouble } from "../../state/baseline.ts";
import type { Results } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import { baselineId, type WaitId } from "../../terms/ids.ts";
import type { Answered, Answering } from "./answering.ts";

/** Checks are red on the base commit, or cannot start there. Nothing is built until a person has decided. */
export interface BaselineWait {
  readonly kind: "baseline";
  readonly id: WaitId;
  readonly since: number;
  readonly commit: string;
  /** The checks that are red. */
  readonly red: Results;
  /** Names of those that cannot start. */
  readonly broken: readonly string[];
  /** Names of those that still judge the work if the person goes on. */
  readonly judging: readonly string[];
}

export type BaselineAnswer =
  /** Go on: what is red before the work does not count against it, and what cannot start is left out. */
  | { readonly kind: "tolerate" }
  /** The person has mended something: run the checks again. */
  | { readonly kind: "recheck" }
  | { readonly kind: "stop" };

export function baselineWaits(state: State): readonly BaselineWait[] {
  const { baseline, shipped } = state.session;
  const red = openTrouble(state);
  if (!baseline || red.length === 0 || shipped) return [];
  const { seq, commit } = baseline;
  const broken = red.flatMap((result) => (result.broken === undefined ? [] : [result.name]));
  const judging = baseline.results
    .filter((result) => result.exit === 0 || isNamed(result))
    .map(({ name }) => name);
  return [{ kind: "baseline", id: baselineId(seq), since: seq, commit, red, broken, judging }];
}

export function answerBaseline({ wait, answer }: Answering<BaselineWait, BaselineAnswer>): Answered {
  switch (answer.kind) {
    case "tolerate":
      return [settled(wait, "accepted", wait.broken)];
    case "recheck":
      return [settled(wait, "again", [])];
    case "stop":
      return [{ actor: "human", event: stopped }];
  }
}

const stopped = {
  type: "session.closed",
  how: "abandoned",
  why: "the checks are red on the base commit",
} as const satisfies TeamEvent;

function settled({ since }: BaselineWait, how: "accepted" | "again", without: readonly string[]): Draft {
  return {
    actor: "human",
    event: { type: "baseline.settled", baseline: since, how, without: [...without] },
  };
}
