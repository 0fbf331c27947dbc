import { shownRows } from "../../line/line-editor.ts";
import { oneLine, plainText } from "../../plain-text.ts";
import type { Frame } from "../../rows/frame.ts";
import { wrap } from "../../rows/wrap.ts";
import type { At } from "../../screen/screen.ts";
import { fitted, widthOf } from "../../text-width.ts";
import { chosenAt, type InboxModel, offerOf, placeIn } from "./inbox-model.ts";
import {
  damagedRows,
  type InboxEntry,
  type InboxLayout,
  inboxRows,
  itemRows,
  offerRows,
} from "./inbox-rows.ts";

/** Columns from which the list stands beside the item. */
const wide = 120;

/** All that waits, the chosen item in full, and the ways to settle it, which are always seen. */
export function inboxFrame(model: InboxModel, at: At): Frame {
  const { size, paint } = at;
  const seen = at.read({ kind: "inbox" });
  if (seen.kind === "reading") return { rows: [paint("dim", " …")] };
  if (seen.kind === "failed") return { rows: wrap(plainText(seen.why), size.columns) };
  const { entries, damaged } = seen.value;
  const trouble = damagedRows(damaged, size.columns)
    .slice(0, Math.max(1, Math.floor(size.rows / 4)))
    .map((row) => paint("bad", row));
  const entry = model.typing?.about ?? chosenAt(model, at);
  if (!entry) return { rows: [...trouble, "Nothing waits for you."] };
  const rows = size.rows - trouble.length;
  const framed = size.columns >= wide ? beside : stacked;
  const { rows: body, cursor } = framed({ model, entries, entry, at: { ...at, size: { ...size, rows } } });
  return {
    rows: [...trouble, ...body],
    ...(cursor && { cursor: { ...cursor, row: cursor.row + trouble.length } }),
  };
}

interface Framing {
  readonly model: InboxModel;
  readonly entries: readonly InboxEntry[];
  readonly entry: InboxEntry;
  readonly at: At;
}

function stacked({ model, entries, entry, at }: Framing): Frame {
  const { columns, rows } = at.size;
  const list = Math.min(entries.length, Math.max(3, Math.floor(rows / 4)));
  const top = inboxRows(entries, placeIn(model, entries), layoutOf(at, columns, list));
  const below = itemFrame(model, entry, at, columns, rows - top.length - 1);
  const rule = at.paint("dim", "─".repeat(columns));
  return shifted([...top, rule], below);
}

function beside({ model, entries, entry, at }: Framing): Frame {
  const { columns, rows } = at.size;
  const left = Math.floor(columns * 0.4);
  const list = inboxRows(entries, placeIn(model, entries), layoutOf(at, left, rows));
  const item = itemFrame(model, entry, at, columns - left - 3, rows);
  const count = Math.max(list.length, item.rows.length);
  const joined = Array.from({ length: count }, (_, index) => {
    const row = list[index] ?? "";
    return `${row}${" ".repeat(Math.max(0, left - widthOf(row)))} ${at.paint("dim", "│")} ${item.rows[index] ?? ""}`;
  });
  return {
    rows: joined,
    ...(item.cursor && { cursor: { ...item.cursor, column: item.cursor.column + left + 3 } }),
  };
}

/** The item, as far as there is room above the ways to settle it and the line that is typed. */
function itemFrame(model: InboxModel, entry: InboxEntry, at: At, width: number, height: number): Frame {
  const layout = layoutOf(at, width, height);
  const foot = footOf(model, entry, layout);
  const room = Math.max(1, height - foot.rows.length - 1);
  const all = itemRows(entry, layout);
  const top = Math.max(0, Math.min(model.top, all.length - room));
  const more = all.length - room - top;
  const shown = all.slice(top, top + room);
  const below =
    more > 0
      ? at.paint("dim", fitted(`↓ ${more === 1 ? "1 more row" : `${more} more rows`}: PgDn`, width))
      : "";
  return shifted([...shown, below], foot);
}

/** The ways to settle it; while the person types, their line and what it is about. */
function footOf({ typing, ...model }: InboxModel, entry: InboxEntry, layout: InboxLayout): Frame {
  const { width, height, paint } = layout;
  if (!typing) {
    const offers = offerRows(entry.item, offerOf(model, entry), layout);
    return { rows: offers.slice(0, Math.max(1, height - 4)) };
  }
  const about = paint(
    "dim",
    fitted(oneLine(`Answers ${entry.item.id} of ${entry.session}. Esc: not now`), width),
  );
  const { rows, row, column } = shownRows(typing.line, width - 2, 4);
  const lines = rows.map((one, index) => `${index === 0 ? "›" : " "} ${one}`);
  return { rows: [about, ...lines], cursor: { row: row + 1, column: column + 2 } };
}

function shifted(above: readonly string[], { rows, cursor }: Frame): Frame {
  return {
    rows: [...above, ...rows],
    ...(cursor && { cursor: { ...cursor, row: cursor.row + above.length } }),
  };
}

function layoutOf({ paint, times, now }: At, width: number, height: number): InboxLayout {
  return { width, height, paint, times, now };
}
