import { emptyAccount } from "../../rules/accounts.ts";
import { countedReturns } from "../../rules/rounds.ts";
import type { Amount } from "../../state/money.ts";
import type { State } from "../../state/state.ts";
import { defaultRounds } from "../../terms/defaults.ts";
import type { SeatId, TaskId } from "../../terms/ids.ts";
import { isRehearsal } from "../../terms/policy.ts";
import { isDone, isFailed, isOver } from "../../terms/task-machine.ts";
import type { Live } from "../now/live.ts";
import { doingNow, type TaskDoing } from "../now/task-doing.ts";
import { type BoardRow, boardOf } from "../plan/board.ts";

/** A task on the board: where it stands, and what goes on in it this moment. */
export interface BoardCard extends BoardRow {
  /** Its place in its layer, and how many there are in it. */
  readonly place: number;
  readonly ofLayer: number;
  readonly tone: Tone;
  readonly doing?: TaskDoing;
  /** How often it came back since somebody decided about it, and how often it can. */
  readonly rounds: { readonly used: number; readonly most: number };
  readonly attempt: number;
  readonly spent: Amount;
  /** Of what it waits for: the tasks that are not over. */
  readonly missing: readonly TaskId[];
  readonly flags: number;
  readonly hurried: boolean;
}

/** What a reader's eye has to know first. */
export type Tone = "rests" | "works" | "waits" | "done" | "failed" | "gone";

/** The board, and what it comes to. */
export interface Board {
  readonly cards: readonly BoardCard[];
  readonly landed: number;
  readonly of: number;
  readonly working: number;
  readonly waiting: number;
  readonly spent: Amount;
  readonly scripted: boolean;
  readonly seats: readonly SeatId[];
}

/** All tasks layer by layer, as they stand and as they are worked on. */
export function liveBoard(state: State, live: Live): Board {
  const doing = new Map(doingNow(state, live).map((one) => [one.task, one]));
  const rows = boardOf(state);
  const cards = rows.map((row) => cardOf(row, rows, state, doing.get(row.id)));
  return {
    cards,
    landed: cards.filter(({ tone }) => tone === "done").length,
    of: cards.filter(({ tone }) => tone !== "gone").length,
    working: cards.filter(({ tone }) => tone === "works").length,
    waiting: cards.filter(({ tone }) => tone === "waits" || tone === "failed").length,
    spent: (state.accounts.session ?? emptyAccount).spent,
    scripted: isRehearsal(state.session.seats),
    seats: state.session.seats.map(({ id }) => id),
  };
}

function cardOf(
  row: BoardRow,
  rows: readonly BoardRow[],
  state: State,
  doing: TaskDoing | undefined,
): BoardCard {
  const layer = rows.filter((one) => one.layer === row.layer);
  const task = state.tasks[row.id];
  return {
    ...row,
    place: layer.indexOf(row),
    ofLayer: layer.length,
    tone: toneOf(row, state, doing),
    ...(doing && { doing }),
    rounds: {
      used: task ? countedReturns(task).length : 0,
      most: (state.session.policy.rounds ?? defaultRounds).any,
    },
    attempt: task?.attempt ?? 1,
    spent: (state.accounts[`task:${row.id}`] ?? emptyAccount).spent,
    missing: row.dependsOn.filter((id) => !isDone(state.tasks[id]?.state ?? "WAITING")),
    flags: task?.flags?.length ?? 0,
    hurried: task?.hurried !== undefined && !isOver(task.state),
  };
}

function toneOf({ id, state: words }: BoardRow, { tasks }: State, doing: TaskDoing | undefined): Tone {
  const at = tasks[id]?.state ?? "WAITING";
  if (isDone(at)) return "done";
  if (isOver(at)) return "gone";
  if (isFailed(at)) return "failed";
  if (words === "needs you" || words === "with you") return "waits";
  return doing && !doing.rests ? "works" : "rests";
}
