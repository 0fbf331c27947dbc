import { times, toCents } from "./money.js";

const taxPercent = 19;

/** The amount of each line, their sum, and the tax on the sum, rounded once. All in cents. */
export function totals(lines, rate) {
  const amounts = lines.map(({ hours }) => times(toCents(hours), rate));
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  const tax = Math.round((sum * taxPercent) / 100);
  return { amounts, sum, tax, total: sum + tax };
}
