import { dollars } from "../../rules/budget.ts";
import { counted, grouped } from "../cost/money-text.ts";
import { oneLine } from "../plain-text.ts";
import { sameFilesWords } from "../plan/board.ts";
import type { Layout } from "../rows/layout.ts";
import { doingCell } from "../rows/render-live.ts";
import { nameStyle, type Style } from "../rows/theme.ts";
import { fitted, widthOf } from "../text-width.ts";
import type { Board, BoardCard, Tone } from "./board-cards.ts";

export interface BoardWindow {
  readonly board: Board;
  readonly task: string;
  readonly top: number;
  readonly height: number;
  readonly layout: Layout;
}

/** From this width on, what goes on in a task stands in its row, not below it. */
const roomForDoing = 120;

/** One row for each task, with what goes on in it, and an arrow between the layers. */
export function boardRows({ board, task, top, height, layout }: BoardWindow): readonly string[] {
  return allRows(board, layout)
    .slice(top, top + height)
    .map(({ draw, id }) => draw(id !== undefined && id === task));
}

/** The first row of the window in which the cursor's task can be seen, moved no more than needed. */
export function boardTop({ board, task, top, height, layout }: BoardWindow): number {
  const rows = allRows(board, layout);
  const first = rows.findIndex(({ id }) => id === task);
  const last = rows.findLastIndex(({ id }) => id === task);
  if (first < 0) return 0;
  const lowest = Math.max(0, rows.length - height);
  return Math.max(0, Math.min(lowest, first, Math.max(top, last - height + 1)));
}

/** What the board comes to: `3 of 7 landed · 2 at work · 1 needs you · $0.42`. */
export function boardHead({ landed, of, working, waiting, spent, scripted }: Board): string {
  const tokens = spent.tokens > 0 ? counted(spent.tokens, "token") : "";
  const cost = scripted ? "" : spent.micros > 0 ? dollars(spent.micros) : tokens;
  return [
    `${landed} of ${counted(of, "task")} landed`,
    ...(working > 0 ? [`${working} at work`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? "needs" : "need"} you`] : []),
    ...(cost === "" ? [] : [cost]),
  ].join(" · ");
}

interface Row {
  /** Left out: an arrow. */
  readonly id?: string;
  draw(isHere: boolean): string;
}

function allRows(board: Board, layout: Layout): readonly Row[] {
  const columns = columnsOf(board, layout);
  return board.cards.flatMap((card, at) => {
    const { id, doing } = card;
    const next = board.cards[at + 1];
    const ends = next !== undefined && next.layer !== card.layer;
    const indent = columns.layer + 5;
    const below: readonly Row[] =
      doing && columns.doing === 0
        ? [{ id, draw: () => `${" ".repeat(indent)}${doingCell(doing, layout, layout.width - indent)}` }]
        : [];
    return [
      { id, draw: (isHere: boolean) => cardRow(card, columns, layout, isHere) },
      ...below,
      ...(ends ? [{ draw: () => layout.paint("dim", `${" ".repeat(columns.layer + 2)}↓`) }] : []),
    ];
  });
}

/** The names of the columns, for the row above the board. */
export function boardTitles(board: Board, layout: Layout): string {
  const columns = columnsOf(board, layout);
  const cells = [
    " ".repeat(1 + columns.layer + 3) + "task".padEnd(columns.id + 1 + columns.title),
    ...(columns.owner > 0 ? ["owner".padEnd(columns.owner)] : []),
    "state".padEnd(columns.state),
    ...(columns.rounds > 0 ? ["rounds".padEnd(columns.rounds)] : []),
    ...(columns.cost > 0 ? ["cost".padStart(columns.cost)] : []),
  ];
  return layout.paint("dim", fitted(cells.join("  ").trimEnd(), layout.width));
}

interface Columns {
  readonly layer: number;
  readonly id: number;
  readonly title: number;
  readonly owner: number;
  readonly state: number;
  readonly rounds: number;
  readonly cost: number;
  readonly doing: number;
}

const narrowestTitle = 14;
const broadestTitle = 48;

/** Columns that say nothing for any task are left out. Titles are shortened first, then cost and rounds go. */
function columnsOf({ cards, scripted }: Board, { width }: Layout): Columns {
  const widest = (of: (card: BoardCard) => string) => Math.max(0, ...cards.map((card) => widthOf(of(card))));
  const named = (name: string, content: number) => (content === 0 ? 0 : Math.max(name.length, content));
  const layer = String(Math.max(1, ...cards.map((card) => card.layer))).length;
  const id = widest((card) => card.id);
  const owner = named(
    "owner",
    Math.min(
      12,
      widest((card) => card.owner),
    ),
  );
  const state = named("state", widest(stateText));
  const taken = 1 + layer + 3 + id + 1 + 2 + state + (owner > 0 ? owner + 2 : 0);
  const fits = (more: number) => width - taken - more >= narrowestTitle;
  const wanted = named("rounds", widest(roundsText));
  const rounds = wanted > 0 && fits(wanted + 2) ? wanted : 0;
  const besides = rounds > 0 ? rounds + 2 : 0;
  const money = scripted ? 0 : named("cost", widest(costText));
  const cost = money > 0 && fits(besides + money + 2) ? money : 0;
  const room = width - taken - besides - (cost > 0 ? cost + 2 : 0);
  const title = Math.max(1, Math.min(broadestTitle, room, widest(titleText)));
  return {
    layer,
    id,
    title,
    owner,
    state,
    rounds,
    cost,
    doing: width >= roomForDoing ? Math.max(0, room - title - 2) : 0,
  };
}

function cardRow(card: BoardCard, columns: Columns, layout: Layout, isHere: boolean): string {
  const { paint, seats } = layout;
  const layer = (card.place === 0 ? String(card.layer) : "").padStart(columns.layer);
  const head = `${isHere ? paint("decided", "›") : " "}${paint("dim", `${layer} ${bracketOf(card)}`)} `;
  const cell = (text: string, room: number, style?: Style) => {
    const cut = fitted(text, room);
    const filled = cut + " ".repeat(Math.max(0, room - widthOf(cut)));
    return style === undefined ? filled : paint(style, filled);
  };
  const { sign, style } = tones[card.tone];
  const cells = [
    ...(columns.owner > 0 ? [cell(card.owner, columns.owner, nameStyle(seats, card.owner))] : []),
    cell(`${sign} ${card.state}`, columns.state, style),
    ...(columns.rounds > 0 ? [cell(roundsText(card), columns.rounds, "dim")] : []),
    ...(columns.cost > 0 ? [cell(costText(card).padStart(columns.cost), columns.cost)] : []),
    ...(columns.doing > 0 && card.doing ? [doingCell(card.doing, layout, columns.doing)] : []),
  ];
  const title = cell(
    titleText(card),
    columns.title,
    isHere ? "bold" : card.tone === "gone" ? "dim" : undefined,
  );
  const id = cell(card.id, columns.id, isHere ? "chosen" : "dim");
  return `${head}${id} ${title}  ${cells.join("  ")}`.trimEnd();
}

/** A sign beside each colour, so that colour is never the only difference. */
const tones: Readonly<Record<Tone, { readonly sign: string; readonly style: Style | undefined }>> = {
  rests: { sign: "·", style: "dim" },
  works: { sign: "●", style: undefined },
  waits: { sign: "!", style: "warn" },
  done: { sign: "✓", style: "good" },
  failed: { sign: "✗", style: "bad" },
  gone: { sign: "–", style: "dim" },
};

function stateText({ tone, state }: BoardCard): string {
  return `${tones[tone].sign} ${state}`;
}

/** What a reader needs to know beside the title: what it waits for, what it was flagged for. */
function titleText(card: BoardCard): string {
  const { title, missing, state, hurried, flags, attempt } = card;
  const waits = missing.length > 0 ? `after ${missing.join(", ")}` : sameFilesWords(card);
  const after = state === "queued" && waits !== "" ? ` (${waits})` : "";
  const again = attempt > 1 ? ` (attempt ${attempt})` : "";
  return `${hurried ? "» " : ""}${flags > 0 ? "⚑ " : ""}${oneLine(title)}${again}${after}`;
}

function roundsText({ rounds }: BoardCard): string {
  return rounds.used > 0 ? `${rounds.used} of ${rounds.most}` : "";
}

function costText({ spent }: BoardCard): string {
  if (spent.micros > 0) return dollars(spent.micros);
  return spent.tokens > 0 ? `${grouped(spent.tokens)} tok` : "";
}

function bracketOf({ place, ofLayer }: BoardCard): string {
  if (ofLayer === 1) return "─";
  if (place === 0) return "┌";
  return place === ofLayer - 1 ? "└" : "│";
}
