/**
 * The line at which a text leaves two versions of something, as git marks them. Undefined: it does not. One marker alone
 * is text: a line of signs under a heading, or a quotation in a mail.
 */
export function conflictMarker(text: string): number | undefined {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => begins.test(line));
  if (begin < 0 || !lines.slice(begin).some((line) => ends.test(line))) return undefined;
  return begin + 1;
}

const begins = /^<{7}(\s|$)/;
const ends = /^>{7}(\s|$)/;
