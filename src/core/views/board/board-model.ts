import type { Blob } from "../../terms/ids.ts";
import type { MayAsk } from "../acts/asking.ts";
import type { TaskAct } from "../acts/task-act.ts";
import type { Layout } from "../rows/layout.ts";
import { type ListPlace, listStart } from "../rows/list-place.ts";
import type { At } from "../screen/screen.ts";
import { type Board, liveBoard } from "./board-cards.ts";
import { movedOn } from "./board-moves.ts";

/** The board, or the page of one of its tasks, or what one of its checks printed. */
export interface BoardModel extends MayAsk {
  /** The task under the cursor. Left out: the first. */
  readonly task?: string | undefined;
  readonly top: number;
  readonly page?: OpenPage | undefined;
}

export interface OpenPage {
  readonly task: string;
  readonly place: ListPlace;
  readonly printed?: { readonly title: string; readonly blob: Blob; readonly place: ListPlace } | undefined;
}

export const freshBoard: BoardModel = { top: 0 };

/** The page of a task from its beginning. */
export function pageFor(task: string): OpenPage {
  return { task, place: listStart };
}

export function boardAt({ session, now: _ }: At): Board | undefined {
  if (!session || session.state.session.opened === 0) return undefined;
  return liveBoard(session.state, session.live);
}

/** The task that keys are about: that of the page, or the one under the cursor. */
export function taskAt(model: BoardModel, at: At): string | undefined {
  const board = boardAt(at);
  return board && movedOn(board, model.page?.task ?? model.task);
}

export function actsAt(model: BoardModel, at: At): readonly TaskAct[] {
  const task = taskAt(model, at);
  const seen = task === undefined ? undefined : at.read({ kind: "acts", task });
  return seen?.kind === "there" ? seen.value : [];
}

export function layoutAt({ size, paint, times, now, session }: At): Layout {
  const seats = session?.state.session.seats ?? [];
  return { width: size.columns, paint, seats, human: "you", airy: true, times, now };
}
