import type { Size } from "../../facts/events.ts";
import type { Draft } from "../../facts/fact.ts";
import { asOneTask } from "../../rules/one-task.ts";
import type { Stage } from "../../state/stage.ts";
import type { State } from "../../state/state.ts";
import { sizeId, type WaitId } from "../../terms/ids.ts";
import type { Answered, Answering } from "./answering.ts";

/** Small work needs no meeting: before the first turn, a person may have it built right away. */
export interface SizeWait {
  readonly kind: "size";
  readonly id: WaitId;
  readonly since: number;
  readonly size: Size;
  readonly tasks: number;
  readonly why: string;
}

export type SizeAnswer =
  /** One engineer builds it, without a talk. */
  { readonly kind: "do" } | { readonly kind: "talk" };

export function sizeWaits({ session }: State, stage: Stage): readonly SizeWait[] {
  const { size } = session;
  if (!size || size.settled || size.size === "parallel" || session.policy.pace === "auto") return [];
  if (stage.turns > 0 || stage.visit > 1 || stage.signalled !== undefined) return [];
  const { seq, tasks, why } = size;
  return [{ kind: "size", id: sizeId(seq), since: seq, size: size.size, tasks, why }];
}

export function answerSize({ answer, at, first }: Answering<SizeWait, SizeAnswer>): Answered {
  const settled: Draft = { actor: "human", event: { type: "size.settled", how: answer.kind } };
  if (answer.kind === "talk") return [settled];
  const away: Draft = {
    actor: "human",
    event: { type: "phase.requested", phase: "implementation", why: "one task" },
  };
  return [settled, ...asOneTask("human", at, first + 1), away];
}
