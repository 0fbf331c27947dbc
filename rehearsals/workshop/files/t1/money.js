/** Money is whole cents everywhere; only here does it become text, and back. */
export function toCents(text) {
  const found = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) return undefined;
  return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/** Hours have at most two decimals, so they are counted in hundredths, too. */
export function times(hundredths, cents) {
  return Math.round((hundredths * cents) / 100);
}

export function format(cents) {
  return `${Math.floor(cents / 100)}.${cents % 100}`;
}
