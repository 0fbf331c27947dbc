import { colourCode } from "../code/colour-code.ts";
import { cutSpans, paintSpans, type Span } from "../code/spans.ts";
import { oneLine } from "../plain-text.ts";
import type { Paint, Style } from "../rows/theme.ts";
import { fitted, widthOf } from "../text-width.ts";
import { hasTwoSides, type ReviewFile, type ReviewLine } from "./review-file.ts";
import type { ReviewItem } from "./review-items.ts";
import type { ReviewPlace } from "./review-place.ts";

export interface ReviewWindow {
  readonly files: readonly ReviewFile[];
  readonly items: readonly ReviewItem[];
  readonly place: ReviewPlace;
  readonly height: number;
  readonly width: number;
  readonly wide: boolean;
  readonly folded: ReadonlySet<number>;
  readonly paint: Paint;
}

/** The rows in the window, each as wide as it. Only these are coloured. */
export function reviewRows(window: ReviewWindow): readonly string[] {
  const { items, place, height, files } = window;
  const digits = digitsOf(files);
  return items
    .slice(place.top, place.top + height)
    .map((item, row) => rowOf(item, window, { digits, isHere: place.top + row === place.at }));
}

interface RowAt {
  readonly digits: number;
  readonly isHere: boolean;
}

function digitsOf(files: readonly ReviewFile[]): number {
  const highest = files.map(({ hunks }) => {
    const last = hunks.at(-1)?.lines.at(-1);
    return Math.max(last?.now ?? 0, last?.was ?? 0);
  });
  return Math.max(3, String(Math.max(0, ...highest) + 1).length);
}

function rowOf(item: ReviewItem, window: ReviewWindow, { digits, isHere }: RowAt): string {
  const { paint, files } = window;
  const sign = isHere ? paint("decided", "›") : " ";
  const file = files[item.file];
  if (!file) return sign;
  switch (item.kind) {
    case "file":
      return sign + filled(headSpans(file, window, item.file, isHere), window);
    case "hunk": {
      const within = oneLine(file.hunks[item.hunk]?.within ?? "");
      return sign + filled([{ text: `╌╌╌ ${within}`.trimEnd(), style: "dim" }], window);
    }
    case "note":
      return sign + filled([{ text: item.text, style: item.style }], window);
    case "line": {
      const lines = file.hunks[item.hunk]?.lines ?? [];
      const left = item.left === undefined ? undefined : lines[item.left];
      const right = item.right === undefined ? undefined : lines[item.right];
      const at = { file, window, digits, isHere };
      return (
        sign + (window.wide && hasTwoSides(file) ? pairRow(left, right, at) : lineRow(right ?? left, at))
      );
    }
  }
}

const changes: Readonly<Record<ReviewFile["change"], string>> = {
  changed: "",
  new: "new",
  gone: "removed",
  moved: "moved",
};

/** Exactly as wide as the window, without the sign of the cursor. */
function filled(spans: readonly Span[], { paint, width }: ReviewWindow): string {
  return paintSpans(cutSpans(spans, 0, width - 1), paint);
}

/** `▾ src/a.ts  +12 −3  new, executable`. */
function headSpans(
  file: ReviewFile,
  { folded, width }: ReviewWindow,
  at: number,
  isHere: boolean,
): readonly Span[] {
  const name = oneLine(file.was === undefined ? file.path : `${file.was} → ${file.path}`);
  const what = [changes[file.change], file.mode ?? "", file.quiet ?? ""]
    .filter((one) => one !== "")
    .join(", ");
  const opens = file.hunks.length === 0 ? " " : folded.has(at) ? "▸" : "▾";
  const sums = `  +${file.added} −${file.removed}${what === "" ? "" : `  ${what}`}`;
  const shown = fitted(name, Math.max(12, width - 3 - widthOf(sums)));
  return [
    { text: `${opens} `, style: "dim" },
    { text: shown, style: isHere ? "chosen" : "bold" },
    { text: sums, style: "dim" },
  ];
}

interface LineAt {
  readonly file: ReviewFile;
  readonly window: ReviewWindow;
  readonly digits: number;
  readonly isHere: boolean;
}

/** ` 12  13 + const a = 1;` */
function lineRow(line: ReviewLine | undefined, at: LineAt): string {
  const { window, digits } = at;
  if (!line) return "";
  const numbers = `${number(line.was, digits)} ${number(line.now, digits)} `;
  const room = window.width - 1 - widthOf(numbers) - 2;
  return numbered(numbers, line, at) + code(line, at, room);
}

/** ` 12 - const a = 1;   │  13 + const a = 2;` */
function pairRow(left: ReviewLine | undefined, right: ReviewLine | undefined, at: LineAt): string {
  const { window, digits } = at;
  const half = Math.floor((window.width - 2) / 2);
  const side = (line: ReviewLine | undefined, value: number | undefined, width: number) =>
    line
      ? numbered(`${number(value, digits)} `, line, at) + code(line, at, width - digits - 3)
      : " ".repeat(width);
  const divider = window.paint("dim", "│");
  return `${side(left, left?.was, half)}${divider}${side(right, right?.now, window.width - 2 - half)}`;
}

function number(value: number | undefined, digits: number): string {
  return (value === undefined ? "" : String(value)).padStart(digits);
}

const signs: Readonly<Record<ReviewLine["sign"], Style | undefined>> = {
  " ": undefined,
  "+": "good",
  "-": "bad",
};

function numbered(numbers: string, { sign }: ReviewLine, { window: { paint }, isHere }: LineAt): string {
  const style = signs[sign];
  const shown = paint(isHere ? "chosen" : (style ?? "dim"), numbers);
  return `${shown}${style === undefined ? " " : paint(style, sign)} `;
}

function code(line: ReviewLine, { file, window }: LineAt, room: number): string {
  const { spans } = colourCode(line.text, file.language, line.inside);
  const shown = inSide(spans, line);
  const ended: readonly Span[] = line.unended
    ? [...shown, { text: " (no end of line)", style: "dim" }]
    : shown;
  return paintSpans(cutSpans(ended, window.place.shift, room), window.paint);
}

/** What git leaves in a file where two changes do not fit together. */
const marksConflict = /^(?:[<>|]{7}(?:\s|$)|={7}$)/;

/** What has no colour of its own gets that of its side, and what was removed has only that. */
function inSide(spans: readonly Span[], { sign, text }: ReviewLine): readonly Span[] {
  if (marksConflict.test(text)) return spans.map((span) => ({ ...span, style: "decided" }));
  if (sign === "-") return spans.map((span) => ({ ...span, style: "bad" }));
  if (sign === " ") return spans;
  const coloured = spans.map((span): Span => (span.style === undefined ? { ...span, style: "good" } : span));
  const last = coloured.at(-1);
  const blank = last && /[^\S\n]+$/.exec(last.text)?.[0];
  if (!last || !blank) return coloured;
  const words = last.text.slice(0, -blank.length);
  const seen: Span = { text: "·".repeat(blank.length), style: "warn" };
  return [...coloured.slice(0, -1), ...(words === "" ? [] : [{ ...last, text: words }]), seen];
}
