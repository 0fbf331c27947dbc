import type { Effort } from "./history.ts";

/** From the lower to the upper quartile, with the median between them. */
export interface Range {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

export function rangeOf(efforts: readonly Effort[], of: (effort: Effort) => number | undefined): Range {
  const values = efforts.flatMap((effort) => of(effort) ?? []).sort((a, b) => a - b);
  return { low: quantile(values, 0.25), likely: quantile(values, 0.5), high: quantile(values, 0.75) };
}

/** Interpolates between two values. Without values, 0. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [below = 0, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return below + (above - below) * (place - Math.floor(place));
}

export function times({ low, likely, high }: Range, factor: number): Range {
  return { low: low * factor, likely: likely * factor, high: high * factor };
}

export function sumOfRanges(ranges: readonly Range[]): Range {
  const add = (pick: (range: Range) => number) => Math.round(ranges.reduce((all, one) => all + pick(one), 0));
  return { low: add(({ low }) => low), likely: add(({ likely }) => likely), high: add(({ high }) => high) };
}

/** One number where the range, as it is told, is none. */
export function spread({ low, likely, high }: Range, text: (value: number) => string): string {
  const [from, to] = [text(low), text(high)];
  return from === to ? text(likely) : `${text(likely)} (${from} to ${to})`;
}

/** An estimate is not more precise than two digits. */
export function rough(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(2))}M`;
  return value >= 1_000 ? `${Number((value / 1_000).toPrecision(2))}k` : String(Math.round(value));
}
