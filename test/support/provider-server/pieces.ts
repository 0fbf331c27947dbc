const smallest = 4;
const most = 64;

/** A text as a stream would bring it, about a token at a time, in at most 64 pieces. Never splits a character. */
export function piecesOf(text: string): readonly string[] {
  const size = Math.max(smallest, Math.ceil(text.length / most));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? size) {
    const end = at + size;
    pieces.push(text.slice(at, splitsPair(text, end) ? end + 1 : end));
  }
  return pieces;
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return at < text.length && before >= 0xd800 && before <= 0xdbff;
}
