import { labels } from "./labels.js";

const width = 40;

/** One row: words on the left, an amount on the right, in a column of its own. */
export function row(words, amount) {
  const room = width - amount.length - 1;
  return `${words.slice(0, room).padEnd(room)} ${amount}`;
}

export function dayRow({ date, hours, text }, amount) {
  return row(`${date} ${hours} ${labels.hours} ${text}`, amount);
}
