import { inputFrame } from "../line/input-frame.ts";
import { progressOf } from "../now/progress.ts";
import { progressLine } from "../now/progress-line.ts";
import { plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import type { Layout } from "../rows/layout.ts";
import { renderLive } from "../rows/render-live.ts";
import { wrap } from "../rows/wrap.ts";
import type { At, InSession } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";
import { aroundOf, columnsOf, type Room } from "./room.ts";
import { type Lines, windowed } from "./window.ts";

/** Everything the Room shows. */
export function roomFrame(model: Room, at: At): Frame {
  const { session, paint, size } = at;
  if (!session) return { rows: emptyRows(at) };
  const parts = partsOf(model, at, session);
  const { lines, room } = streamOf(model, at);
  const stream = windowed(lines, model.top, room);
  const filled = [...stream.rows, ...Array.from({ length: room - stream.rows.length }, () => "")];
  const below = model.top ? lines.length - stream.next : 0;
  const mark = model.top
    ? [
        paint(
          "warn",
          fitted(below > 0 ? `▼ ${below} newer below · Ctrl-End` : "▼ Ctrl-End follows again", size.columns),
        ),
      ]
    : [];
  const above = [...parts.head, ...filled, ...mark, ...parts.live];
  const { cursor } = parts.input;
  return {
    rows: [...above, ...parts.input.rows],
    ...(cursor && { cursor: { ...cursor, row: cursor.row + above.length } }),
  };
}

/** The talk as lines that are drawn when they are seen, and the rows there are for it. */
export function streamOf(model: Room, at: At): { readonly lines: Lines; readonly room: number } {
  const { session } = at;
  if (!session) return { lines: { length: 0, rows: () => [] }, room: 1 };
  const story = session.story[model.reading];
  const { head, live, input } = partsOf(model, at, session);
  const taken = head.length + live.length + input.rows.length + (model.top ? 1 : 0);
  const { talk } = columnsOf(at);
  return {
    lines: {
      length: story.length,
      rows(index) {
        const line = story[index];
        return line ? at.draw(line, talk) : [];
      },
    },
    room: Math.max(1, at.size.rows - taken),
  };
}

function partsOf(model: Room, at: At, session: InSession) {
  const layout = layoutOf(at, session);
  const input = inputFrame(model.input, aroundOf(session), session.state, layout);
  const most = Math.max(1, Math.floor((at.size.rows - input.rows.length) / 2));
  const live = model.top ? [] : renderLive(session.live, session.state, layout, model.reading).slice(-most);
  const progress = progressLine(progressOf(session.state, session.live, at.now), at.size.columns);
  return { head: [at.paint("dim", progress), ...runRows(at, session)], live, input };
}

function runRows({ paint, size }: At, { run }: InSession): readonly string[] {
  const words = (text: string, style: "warn" | "bad" | "dim") =>
    wrap(plainText(text), size.columns)
      .slice(0, 4)
      .map((row) => paint(style, row));
  switch (run.kind) {
    case "here":
      return run.stopping ? words("Stopping …", "warn") : [];
    case "elsewhere":
      return words(`Process ${run.pid} on ${run.host} runs this session. You are watching.`, "dim");
    case "lost":
      return words(run.why, "bad");
    case "still":
      return words(run.why ?? "Nobody runs this session. Ctrl-R lets the team work.", "warn");
  }
}

function layoutOf(at: At, { state }: InSession): Layout {
  return {
    width: at.size.columns,
    paint: at.paint,
    seats: state.session.seats,
    human: "you",
    airy: true,
    times: at.times,
    now: at.now,
  };
}

function emptyRows({ size, paint }: At): readonly string[] {
  const text = "No session is open here. Home (Alt-1) lists all sessions, and starts one.";
  return ["", ...wrap(text, size.columns - 2).map((row) => ` ${paint("dim", row)}`)];
}
