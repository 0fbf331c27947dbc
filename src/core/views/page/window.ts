/** Rows that belong together, such as one item of a list. */
export type Block = readonly string[];

/**
 * As many rows of a list as there is room for, around the block that is selected, which is seen from its first row on.
 * A last row says how much there is below, and a first one how much above.
 */
export function windowOf(blocks: readonly Block[], selected: number, height: number): readonly string[] {
  const rows = blocks.flat();
  if (rows.length <= height) return rows;
  const from = blocks.slice(0, selected).reduce((sum, block) => sum + block.length, 0);
  const size = blocks[selected]?.length ?? 1;
  const middle = from + Math.floor(size / 2) - Math.floor(height / 2);
  const least = from + Math.min(size, height - 2) - height + 1;
  const top = within(Math.max(middle, least), 0, Math.min(Math.max(0, from - 1), rows.length - height));
  const shown = rows.slice(top, top + height);
  const below = rows.length - top - height;
  // The row that says so takes the place of one, so there are always several.
  const first = top > 0 ? [`  ↑ ${top + 1} more rows`] : [];
  const last = below > 0 ? [`  ↓ ${below + 1} more rows`] : [];
  return [...first, ...shown.slice(first.length, height - last.length), ...last];
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
