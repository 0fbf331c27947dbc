import { spokenInRound } from "../../state/rounds.ts";
import type { Stage } from "../../state/stage.ts";
import type { State } from "../../state/state.ts";
import type { Thread } from "../../state/thread.ts";
import type { SeatId } from "../../terms/ids.ts";
import { engineersOf, type Seat } from "../../terms/policy.ts";
import { rulesOf } from "../../terms/talk-rules.ts";
import { speakingOrder } from "../review/speaking-order.ts";
import { calledEngineers } from "../talk.ts";

/**
 * The engineer whose turn it is. Whoever was asked first speaks next, and then the round goes on: everybody has one turn
 * in it. Who has had it answers out of turn, once a round; after the last turn of a round the coach speaks first.
 */
export function nextEngineer(state: State, stage: Stage): SeatId | undefined {
  const called = calledEngineers(state, stage);
  if (rulesOf(stage.phase).callsOnly) return called[0];
  const spoken = spokenInRound(state, stage);
  const asked = called.find((id) => !spoken.includes(id) || !stage.answered.includes(id));
  if (asked !== undefined) return asked;
  const order = speakers(state, stage).map(({ id }) => id);
  return order.find((id) => !spoken.includes(id)) ?? order[0];
}

/** Whether the member's turn, for which these waited, is an answer out of turn. */
export function isOutOfTurn(state: State, stage: Stage, { seat, mentions = [] }: Thread): boolean {
  if (rulesOf(stage.phase).callsOnly || mentions.length === 0) return false;
  return spokenInRound(state, stage).includes(seat);
}

/** In the order that the phase began with; who joined since comes last. Older logs have an order for a brief talk only. */
function speakers(state: State, { order, brief }: Stage): readonly Seat[] {
  const engineers = engineersOf(state.session.seats);
  const first = order ?? (brief ? speakingOrder(state) : []);
  const place = ({ id }: Seat) => (first.includes(id) ? first.indexOf(id) : first.length);
  return engineers.toSorted((one, other) => place(one) - place(other));
}
