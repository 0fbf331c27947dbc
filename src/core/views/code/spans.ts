import type { Paint, Style } from "../rows/theme.ts";
import { charactersOf, widthOf } from "../text-width.ts";

/** A part of a row in one style. */
export interface Span {
  readonly text: string;
  readonly style?: Style;
}

function widthOfSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + columns(text), 0);
}

/**
 * The columns of a row from `from` on, exactly `width` of them. What is cut off at a side shows as `…`, and a wide
 * character that lies across a side is left out. Expects texts without tabs and control characters.
 */
export function cutSpans(spans: readonly Span[], from: number, width: number): readonly Span[] {
  if (width <= 0) return [];
  const all = widthOfSpans(spans);
  const cutsLeft = from > 0 && all > 0;
  const cutsRight = all - from > width && !(cutsLeft && width === 1);
  const inner = inColumns(spans, from + (cutsLeft ? 1 : 0), from + width - (cutsRight ? 1 : 0));
  const left: readonly Span[] = cutsLeft ? [{ text: "…", style: "dim" }] : [];
  const right: readonly Span[] = cutsRight ? [{ text: "…", style: "dim" }] : [];
  const taken = widthOfSpans(inner) + left.length + right.length;
  const fill: readonly Span[] = taken < width ? [{ text: " ".repeat(width - taken) }] : [];
  return cutsRight ? [...left, ...inner, ...fill, ...right] : [...left, ...inner, ...fill];
}

export function paintSpans(spans: readonly Span[], paint: Paint): string {
  return spans.map(({ text, style }) => (style === undefined ? text : paint(style, text))).join("");
}

function inColumns(spans: readonly Span[], from: number, to: number): readonly Span[] {
  const taken: Span[] = [];
  let column = 0;
  for (const span of spans) {
    if (column >= to) break;
    const text = textBetween(span.text, from - column, to - column);
    if (text !== "") taken.push({ ...span, text });
    column += columns(span.text);
  }
  return taken;
}

function textBetween(text: string, from: number, to: number): string {
  if (narrow.test(text)) return text.slice(Math.max(0, from), Math.max(0, to));
  let column = 0;
  let taken = "";
  for (const character of charactersOf(text)) {
    const next = column + widthOf(character);
    if (column >= from && next <= to) taken += character;
    // Half of a wide character is a space, so that what comes after it stays in its column.
    else if (column < from && next > from && next <= to) taken += " ".repeat(next - from);
    column = next;
  }
  return taken;
}

const narrow = /^[ -~]*$/;

function columns(text: string): number {
  return narrow.test(text) ? text.length : widthOf(text);
}
