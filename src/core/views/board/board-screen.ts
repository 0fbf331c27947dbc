import { askFrame, askKeys, askTyped, begun, isAskingWords, whileIdle } from "../acts/asking.ts";
import { actWords, taskActs } from "../acts/task-act.ts";
import { plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import type { ListMove } from "../rows/list-place.ts";
import { wrap } from "../rows/wrap.ts";
import { labelOf } from "../screen/key-words.ts";
import type { At, KeyUse, Pressable, Screen } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";
import type { Board } from "./board-cards.ts";
import { actsAt, type BoardModel, boardAt, freshBoard, layoutAt, pageFor, taskAt } from "./board-model.ts";
import { type BoardMove, movedOn } from "./board-moves.ts";
import { boardHead, boardRows, boardTitles, boardTop } from "./board-rows.ts";
import { jumpedInPart, movedInPart, openedFrom, partFrame } from "./task-part.ts";

/** The Board: all tasks as they stand, the page of each, and what can be done about it. */
export const boardScreen: Screen<BoardModel> = {
  title: "Board",
  begin: freshBoard,
  isTyping: isAskingWords,
  typed: askTyped,
  arrive: (model, about) => ({ ...model, asking: undefined, task: about, page: pageFor(about) }),
  keys: [
    ...askKeys<BoardModel>(),
    ...whileIdle<BoardModel>([
      ...moves(["up", "'k'"], "one task up; on a page, one row", "up"),
      ...moves(["down", "'j'"], "one task down; on a page, one row", "down"),
      ...moves(["page-up"], "one page up", "page-up"),
      ...moves(["page-down", "' '"], "one page down", "page-down"),
      ...moves(["home", "oldest"], "to the first", "first"),
      ...moves(["end", "newest"], "to the last", "last"),
      jumps(["']'"], "to the next layer; on a page, to the next part", 1),
      jumps(["'['"], "to the layer before; on a page, to the part before", -1),
      {
        keys: ["tab"],
        does: "to the next task that needs you",
        when: (model, at) => !model.page && (boardAt(at)?.waiting ?? 0) > 0,
        press: (model, at) => ({ model: movedTo(model, "next-waiting", at) }),
      },
      {
        keys: ["enter"],
        does: "opens the page of the task",
        hint: "open",
        when: (model, at) => !model.page && taskAt(model, at) !== undefined,
        press: (model, at) => ({ model: { ...model, page: pageFor(taskAt(model, at) ?? "") } }),
      },
      {
        keys: ["enter"],
        does: "opens what the row is about, such as output",
        hint: "open",
        when: ({ page }, at) => page !== undefined && openedFrom(page, at) !== undefined,
        press(model, at) {
          const opened = model.page && openedFrom(model.page, at);
          return opened
            ? { model: { ...model, page: opened.page }, ...(opened.wants && { wants: opened.wants }) }
            : { model };
        },
      },
      {
        keys: ["'d'"],
        does: "reviews what the task changes",
        hint: "changes",
        when: (model, at) => hasWork(taskAt(model, at), at),
        press: (model, at) => ({
          model,
          wants: [{ kind: "go", screen: "review", about: taskAt(model, at) ?? "" }],
        }),
      },
      {
        keys: ["run"],
        does: "lets the team work",
        when: (_, at) => isIdle(at),
        press: (model) => ({ model, wants: [{ kind: "run" }] }),
      },
      ...taskActs.map(
        (kind): KeyUse<BoardModel> => ({
          keys: [actWords[kind].key],
          does: actWords[kind].does,
          when: (model, at) => actsAt(model, at).some((act) => act.kind === kind),
          press(model, at) {
            const act = actsAt(model, at).find((one) => one.kind === kind);
            const task = taskAt(model, at);
            return act && task !== undefined ? begun(model, act, task) : { model };
          },
        }),
      ),
      {
        keys: ["escape", "backspace"],
        does: "closes the page",
        hint: "close",
        when: ({ page }) => page !== undefined,
        press(model) {
          const page = model.page?.printed ? { ...model.page, printed: undefined } : undefined;
          return { model: { ...model, page, task: model.page?.task } };
        },
      },
    ]),
  ],
  rows: boardFrame,
};

function moves(keys: readonly Pressable[], does: string, move: ListMove): readonly KeyUse<BoardModel>[] {
  return [
    {
      keys,
      does,
      when: (_, at) => (boardAt(at)?.cards.length ?? 0) > 0,
      press: (model, at) => ({
        model: model.page
          ? { ...model, page: movedInPart(model.page, move, at, roomFor(model, at)) }
          : movedTo(model, move, at),
      }),
    },
  ];
}

function jumps(keys: readonly Pressable[], does: string, by: 1 | -1): KeyUse<BoardModel> {
  return {
    keys,
    does,
    when: (_, at) => (boardAt(at)?.cards.length ?? 0) > 0,
    press: (model, at) => ({
      model: model.page
        ? { ...model, page: jumpedInPart(model.page, by, at, roomFor(model, at)) }
        : movedTo(model, by > 0 ? "next-layer" : "layer-before", at),
    }),
  };
}

function movedTo(model: BoardModel, move: BoardMove | ListMove, at: At): BoardModel {
  const board = boardAt(at);
  if (!board) return model;
  const task = paged(board, model.task, move, roomFor(model, at));
  const window = {
    board,
    task: task ?? "",
    top: model.top,
    height: roomFor(model, at),
    layout: layoutAt(at),
  };
  return { ...model, task, top: boardTop(window) };
}

/** A page of the board is about as many tasks as half of its rows. */
function paged(board: Board, task: string | undefined, move: BoardMove | ListMove, height: number) {
  if (move !== "page-up" && move !== "page-down") return movedOn(board, task, move);
  let now = movedOn(board, task);
  for (let step = 0; step < Math.max(1, height / 2); step += 1)
    now = movedOn(board, now, move === "page-up" ? "up" : "down");
  return now;
}

/** The session is not over, and no process runs it. */
function isIdle({ session }: At): boolean {
  return session?.run.kind === "still" && session.state.session.ending === undefined;
}

/** Something is committed for it, or written in its worktree. */
function hasWork(id: string | undefined, { session }: At): boolean {
  const task = id === undefined ? undefined : session?.state.tasks[id];
  return (
    task !== undefined &&
    (task.commit !== undefined || task.landed !== undefined || task.worktree !== undefined)
  );
}

/** Rows for the list or the page: all but head and foot. */
function roomFor(model: BoardModel, at: At): number {
  return Math.max(1, at.size.rows - headRows(model, at).length - footFrame(model, at).rows.length);
}

function headRows(model: BoardModel, at: At): readonly string[] {
  const board = boardAt(at);
  if (model.page || !board) return [];
  const idle = isIdle(at) ? " · nobody runs it: Ctrl-R" : "";
  const head = at.paint("bold", fitted(` ${boardHead(board)}${idle}`, at.size.columns));
  return [head, boardTitles(board, layoutAt(at))];
}

function boardFrame(model: BoardModel, at: At): Frame {
  const board = boardAt(at);
  if (!board || board.cards.length === 0) return { rows: emptyRows(at) };
  const head = headRows(model, at);
  const foot = footFrame(model, at);
  const height = roomFor(model, at);
  const task = taskAt(model, at) ?? "";
  const window = { board, task, top: model.top, height, layout: layoutAt(at) };
  const rows = model.page
    ? partFrame(model.page, at, height)
    : boardRows({ ...window, top: boardTop(window) });
  const filled = [...rows, ...Array.from({ length: Math.max(0, height - rows.length) }, () => "")];
  const above = [...head, ...filled];
  const { cursor } = foot;
  return {
    rows: [...above, ...foot.rows],
    ...(cursor && { cursor: { ...cursor, row: cursor.row + above.length } }),
  };
}

/** What is asked, or what can be done about the task under the cursor. */
function footFrame(model: BoardModel, at: At): Frame {
  if (model.asking) return askFrame(model, at);
  const task = taskAt(model, at);
  const acts = actsAt(model, at);
  if (task === undefined || acts.length === 0) return { rows: [] };
  const words = acts.map(({ kind }) => `${labelOf(actWords[kind].key)} ${actWords[kind].hint}`).join(" · ");
  const rows = wrap(`${task}: ${words}`, at.size.columns - 1, task.length + 2).slice(0, 2);
  return { rows: ["", ...rows.map((row) => at.paint("dim", ` ${row}`))] };
}

function emptyRows({ session, size, paint, isOpening }: At): readonly string[] {
  const text = isOpening
    ? "Opening …"
    : session
      ? "There are no tasks yet. They come from planning: the Room (Alt-2) shows how far the team is."
      : "No session is open here. Home (Alt-1) lists all sessions, and starts one.";
  return ["", ...wrap(plainText(text), size.columns - 2).map((row) => ` ${paint("dim", row)}`)];
}
