import { refusal } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import type { Loop } from "../../state/thread.ts";
import { threadOfLoop } from "../../state/threads.ts";
import { type SeatId, type TaskId, type WaitId, windowId } from "../../terms/ids.ts";
import type { Answered, Answering } from "./answering.ts";

/** The next request of a member does not fit into the window of its model. */
export interface WindowWait {
  readonly kind: "window";
  readonly id: WaitId;
  readonly since: number;
  readonly seat: SeatId;
  readonly model: string;
  /** Tokens that the request and its reply need, and that the model has, as far as that is known. */
  readonly needs: number;
  readonly window: number | undefined;
  readonly why: string;
  /** The task that the member works on. Undefined: it takes part in a discussion. */
  readonly task: TaskId | undefined;
  /** The member could be shown the talk in fewer words: from its own perspective. */
  readonly couldSeeLess: boolean;
}

export type WindowAnswer =
  /** The window has this many tokens, because the person has enlarged it or knows better. */
  | { readonly kind: "widen"; readonly tokens: number }
  /** The member sees the talk from its own perspective, with its own tools only. */
  | { readonly kind: "perspective" };

/** `loops`: the newest loops of the steps that could run. A member has one wait. */
export function windowWaits(state: State, loops: readonly (Loop | undefined)[]): readonly WindowWait[] {
  const waits = loops.flatMap((loop): WindowWait[] => {
    if (loop?.paused?.on !== "window") return [];
    const { seq, model, needs, window, why } = loop.paused;
    const thread = threadOfLoop(state, loop.id);
    const seat = state.session.seats.find((one) => one.id === thread?.seat);
    if (!thread || !seat) return [];
    const couldSeeLess = thread.task === undefined && seat.rendering !== "perspective";
    const about = { seat: seat.id, model, needs, window, why, task: thread.task, couldSeeLess };
    return [{ kind: "window", id: windowId(seq), since: seq, ...about }];
  });
  return waits.filter(
    ({ seat, since }) => !waits.some((other) => other.seat === seat && other.since < since),
  );
}

export function answerWindow({ wait, answer, at }: Answering<WindowWait, WindowAnswer>): Answered {
  const { model, needs, seat: id } = wait;
  if (answer.kind === "perspective") {
    if (!wait.couldSeeLess) return refusal(`${id} already sees as little as possible.`);
    const seats = at.session.seats.map((seat) =>
      seat.id === id ? { ...seat, rendering: "perspective" as const } : seat,
    );
    const why = `${id} sees the talk from its own perspective`;
    return [{ actor: "human", event: { type: "seats.changed", seats, why } }];
  }
  const { tokens } = answer;
  if (!Number.isSafeInteger(tokens) || tokens < needs)
    return refusal(`The request needs ${needs} tokens: name a window at least as large.`);
  const windows = { ...at.session.policy.windows, [model]: tokens };
  const why = `${model} has ${tokens} tokens`;
  return [{ actor: "human", event: { type: "policy.changed", patch: { windows }, why } }];
}
