/** Columns that a text takes in a terminal. Expects no escape sequences. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 0x20 ? 0 : 1;
  if (/^[\p{Mn}\p{Me}\p{Cf}]$/u.test(character)) return 0;
  return isWide(code) || /^\p{Emoji_Presentation}$/u.test(character) ? 2 : 1;
}

/** The blocks of East Asian writing and its full-width forms. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];

function isWide(code: number): boolean {
  return wide.some(([first, last]) => code >= first && code <= last);
}

/** At most `width` columns of a text, ending in … when something was left off. */
export function fitted(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${taken([...text], width - 1).join("")}…`;
}

/** The last `width` columns of a text, beginning with … when something was left off. */
export function fittedEnd(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `…${taken([...text].reverse(), width - 1)
    .reverse()
    .join("")}`;
}

function taken(characters: readonly string[], width: number): string[] {
  const kept: string[] = [];
  let left = width;
  for (const character of characters) {
    left -= characterWidth(character);
    if (left < 0) break;
    kept.push(character);
  }
  return kept;
}
