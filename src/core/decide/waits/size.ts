import type { Size } from "../../facts/events.ts";
import type { Draft } from "../../facts/fact.ts";
import { changeMeeting } from "../../rules/meeting/change-meeting.ts";
import { asOneTask } from "../../rules/one-task.ts";
import type { Session } from "../../state/session.ts";
import type { Stage } from "../../state/stage.ts";
import type { State } from "../../state/state.ts";
import { sizeId, type WaitId } from "../../terms/ids.ts";
import { meetingFor } from "../../terms/meeting/meeting.ts";
import type { Meeting } from "../../terms/phase.ts";
import type { Policy } from "../../terms/policy.ts";
import { rulesOf } from "../../terms/talk-rules.ts";
import type { Answered, Answering } from "./answering.ts";

/** Small work needs no meeting: before the first turn, a person may have it built right away. */
export interface SizeWait {
  readonly kind: "size";
  readonly id: WaitId;
  readonly since: number;
  readonly size: Size;
  readonly tasks: number;
  readonly why: string;
  /** The meeting that the team has otherwise. Left out: an older session, which has a full one. */
  readonly meeting?: Meeting;
}

export type SizeAnswer =
  /** One engineer builds it, without a talk. */
  | { readonly kind: "do" }
  | { readonly kind: "talk" }
  /** The team talks about it in all phases. */
  | { readonly kind: "full" };

export function sizeWaits({ session }: State, stage: Stage): readonly SizeWait[] {
  const { size, policy } = session;
  if (!size || size.settled || !isSmall(size, policy) || policy.pace === "auto") return [];
  if (!rulesOf(stage.phase).sizes || stage.turns > 0 || stage.visit > 1 || stage.signalled !== undefined)
    return [];
  const { seq, tasks, why } = size;
  const { meeting } = policy;
  const wait = { kind: "size" as const, id: sizeId(seq), since: seq, size: size.size, tasks, why };
  return [{ ...wait, ...(meeting && { meeting }) }];
}

/** A talk would cost more than it brings. Older sessions, which know no short meeting, ask about a chain as well. */
function isSmall(size: NonNullable<Session["size"]>, { meeting }: Policy): boolean {
  if (meeting) return meeting === "short" && meetingFor(size) === "none";
  return size.size !== "parallel";
}

export function answerSize({ answer, at, first }: Answering<SizeWait, SizeAnswer>): Answered {
  const how = answer.kind === "do" ? "do" : "talk";
  const settled: Draft = { actor: "human", event: { type: "size.settled", how } };
  if (answer.kind === "talk") return [settled];
  if (answer.kind === "full") {
    const larger = changeMeeting(at, { actor: "human", to: "full", why: "a full meeting", first: first + 1 });
    return larger && "refused" in larger ? larger : [settled, ...(larger ?? [])];
  }
  const away: Draft = {
    actor: "human",
    event: { type: "phase.requested", phase: "implementation", why: "one task" },
  };
  return [settled, ...asOneTask("human", at, first + 1), away];
}
