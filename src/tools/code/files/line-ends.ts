/** A part of a text, by characters. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Where a text to find stands. Members are shown no carriage returns, so an end of line finds any end of line, unless
 * they type one. Overlapping places count too: the member could mean either.
 */
export function placesOf(text: string, find: string): readonly Span[] {
  const starts = find.includes("\r") ? undefined : startsOf(text);
  const shown = starts ? text.replaceAll("\r\n", "\n") : text;
  const places: Span[] = [];
  for (let at = shown.indexOf(find); at >= 0; at = shown.indexOf(find, at + 1)) {
    const to = at + find.length;
    places.push({ from: starts?.[at] ?? at, to: starts?.[to] ?? to });
  }
  return places;
}

/** Where each character stands, and the end, if every end of line is one character. Undefined: they all are. */
function startsOf(text: string): readonly number[] | undefined {
  if (!text.includes("\r\n")) return undefined;
  const starts: number[] = [];
  for (let at = 0; at <= text.length; at += text.startsWith("\r\n", at) ? 2 : 1) starts.push(at);
  return starts;
}

/**
 * What stands in for a part of a text: its lines end as those of the part do, or as all others in the text do. A
 * carriage return that a member types, to find or to write, is meant.
 */
export function fitted(
  { find, replace }: { readonly find: string; readonly replace: string },
  part: string,
  text: string,
): string {
  if (find.includes("\r") || replace.includes("\r")) return replace;
  return isAllCrlf(part.includes("\n") ? part : text) ? replace.replaceAll("\n", "\r\n") : replace;
}

/** A whole new text for a file: its lines end as all those of the file did. */
export function rewritten(content: string, before: string | undefined): string {
  return before === undefined ? content : fitted({ find: "", replace: content }, before, before);
}

function isAllCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}
