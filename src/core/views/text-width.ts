import stringWidth from "string-width";

/** The columns that a text takes in a terminal. Escape sequences and control characters take none. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Whether a text takes at most `width` columns. Without a limit, nothing is measured. */
export function fits(text: string, width: number): boolean {
  return width === Number.POSITIVE_INFINITY || widthOf(text) <= width;
}

/** At most `width` columns of a text, ending in … if something was cut. Expects no escape sequences. */
export function fitted(text: string, width: number): string {
  if (fits(text, width)) return text;
  return `${taken(charactersOf(text), width - 1).join("")}…`;
}

/** The last `width` columns of a text, starting with … if something was cut. Expects no escape sequences. */
export function fittedEnd(text: string, width: number): string {
  if (fits(text, width)) return text;
  return `…${taken(charactersOf(text).toReversed(), width - 1)
    .toReversed()
    .join("")}`;
}

/**
 * What a reader sees as one character, however many code points it has: a letter with its accents, a flag, a family.
 */
export function charactersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

function taken(characters: readonly string[], width: number): readonly string[] {
  let left = width;
  const end = characters.findIndex((character) => {
    left -= widthOf(character);
    return left < 0;
  });
  return end < 0 ? characters : characters.slice(0, end);
}
