/** What is wrong with a line, and which line it is. */
export class LineError extends Error {
  constructor(number, reason) {
    super(`line ${number}: ${reason}`);
    this.number = number;
  }
}

/** Date, hours and text of every line that says something. Hours stay as they were typed. */
export function parse(text) {
  return text.split("\n").flatMap((line, index) => {
    const words = line.trim();
    if (words === "" || words.startsWith("#")) return [];
    const found = /^(\S+)\s+(\d+(?:\.\d{1,2})?)\s+(\S.*)$/.exec(words);
    if (!found) throw new LineError(index + 1, "expected a date, hours and a text");
    if (!isDay(found[1])) throw new LineError(index + 1, `${found[1]} is no day`);
    return [{ date: found[1], hours: found[2], text: found[3] }];
  });
}

function isDay(text) {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text)
  );
}
