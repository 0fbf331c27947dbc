import { inputFrame } from "../line/input-frame.ts";
import { shownPart } from "../line/line-editor.ts";
import { progressOf } from "../now/progress.ts";
import { progressLine } from "../now/progress-line.ts";
import { oneLine, plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import { type Layout, padded } from "../rows/layout.ts";
import { renderLive } from "../rows/render-live.ts";
import { wrap } from "../rows/wrap.ts";
import type { At, InSession } from "../screen/screen.ts";
import { firstSentence } from "../story/short/first-sentence.ts";
import { fitted } from "../text-width.ts";
import { countFound } from "./finding.ts";
import { panelRows } from "./panel.ts";
import { aroundOf, columnsOf, linesOf, type Room } from "./room.ts";
import { type Lines, windowed } from "./window.ts";

/** Everything the Room shows: the talk, what stands above or beside it, and the line below. */
export function roomFrame(model: Room, at: At): Frame {
  const { session, size } = at;
  if (!session) return { rows: emptyRows(at) };
  const { head, live, below } = partsOf(model, at, session);
  const { lines, room } = streamOf(model, at);
  const stream = windowed(lines, model.from?.top, room).rows;
  const filled = [...stream, ...Array.from({ length: Math.max(0, room - stream.length) }, () => "")];
  const left = [...head, ...filled, ...markRows(model, at), ...live];
  const rows = [...beside(left, at, session), ...below.rows].slice(0, size.rows);
  const { cursor } = below;
  return { rows, ...(cursor && { cursor: { ...cursor, row: cursor.row + left.length } }) };
}

/** The talk as lines that are drawn when they are seen, and the rows there are for it. */
export function streamOf(model: Room, at: At): { readonly lines: Lines; readonly room: number } {
  const { session } = at;
  const told = linesOf(model, at);
  const { talk } = columnsOf(at);
  const lines: Lines = {
    length: told.length,
    rows(index) {
      const line = told[index];
      return line ? at.draw(line, talk) : [];
    },
  };
  if (!session) return { lines, room: 1 };
  const { head, live, below } = partsOf(model, at, session);
  const taken = head.length + live.length + below.rows.length + markRows(model, at).length;
  return { lines, room: Math.max(1, at.size.rows - taken) };
}

function partsOf(model: Room, at: At, session: InSession) {
  const below = model.finding ? findFrame(model, at) : lineFrame(model, at, session);
  const { talk, panel } = columnsOf(at);
  const most = Math.max(1, Math.floor((at.size.rows - below.rows.length) / 2));
  const layout = layoutOf(at, session, talk);
  const live = model.from ? [] : renderLive(session.live, session.state, layout, model.reading).slice(-most);
  const head = [...(panel > 0 ? [] : headRows(at, session)), ...runRows(at, session, talk)];
  return { head, live, below };
}

function lineFrame(model: Room, at: At, session: InSession): Frame {
  return inputFrame(model.input, aroundOf(session), session.state, layoutOf(at, session, at.size.columns));
}

/** Where there is no room for a panel: where the session is in a row, and what the coach said last in another. */
function headRows(at: At, session: InSession): readonly string[] {
  const { columns } = at.size;
  const progress = progressLine(progressOf(session.state, session.live, at.now), columns);
  const { summary } = session;
  const said = summary ? [fitted(`${summary.who}: ${firstSentence(oneLine(summary.text))}`, columns)] : [];
  return [progress, ...said, "─".repeat(columns)].map((row) => at.paint("dim", row));
}

function runRows({ paint }: At, { run, state }: InSession, width: number): readonly string[] {
  const words = (text: string, style: "warn" | "bad" | "dim") =>
    wrap(plainText(text), width)
      .slice(0, 6)
      .map((row) => paint(style, row));
  switch (run.kind) {
    case "here":
      return run.stopping ? words("Stopping …", "warn") : [];
    case "elsewhere":
      return words(`Process ${run.pid} on ${run.host} runs this session. You are watching.`, "dim");
    case "lost":
      return words(run.why, "bad");
    case "still":
      if (state.session.ending)
        return words(`This session is over: ${state.session.ending.why}. r on Home opens it again.`, "dim");
      return words(`${run.why ?? "Nobody runs this session."} Ctrl-R lets the team work.`, "warn");
  }
}

/** What is new below, for a person who reads further up. */
function markRows(model: Room, at: At): readonly string[] {
  if (!model.from) return [];
  const fresh = linesOf(model, at).length - model.from.known;
  const words = fresh > 0 ? `▼ ${fresh} new · Ctrl-End` : "▼ Ctrl-End: the newest";
  return [at.paint(fresh > 0 ? "warn" : "dim", fitted(words, columnsOf(at).talk))];
}

function findFrame(model: Room, at: At): Frame {
  const { finding } = model;
  if (!finding) return { rows: [] };
  const { place, of } = countFound(model, at);
  const sign = "find: ";
  const count = of === 0 ? "nothing" : `${place} of ${of}`;
  const { text, column } = shownPart(finding.line, at.size.columns - sign.length - count.length - 2);
  const hint = fitted("Enter or ↑: the one before · ↓: the next · Esc: done", at.size.columns);
  return {
    rows: ["", at.paint("dim", hint), `${sign}${text}  ${at.paint("dim", count)}`],
    cursor: { row: 2, column: sign.length + column },
  };
}

function beside(left: readonly string[], at: At, session: InSession): readonly string[] {
  const { talk, panel } = columnsOf(at);
  if (panel === 0) return left;
  const right = panelRows(at, session, panel).slice(0, left.length);
  return left.map((row, index) =>
    `${padded(row, talk)} ${at.paint("dim", "│")} ${right[index] ?? ""}`.trimEnd(),
  );
}

function layoutOf(at: At, { state }: InSession, width: number): Layout {
  const { paint, times, now } = at;
  return { width, paint, seats: state.session.seats, human: "you", airy: true, times, now };
}

function emptyRows({ size, paint, isOpening }: At): readonly string[] {
  const text = isOpening
    ? "Opening …"
    : "No session is open here. Home (Alt-1) lists all sessions, and starts one.";
  return ["", ...wrap(text, size.columns - 2).map((row) => ` ${paint("dim", row)}`)];
}
