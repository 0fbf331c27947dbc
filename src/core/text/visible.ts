/**
 * Text without anything hidden: control characters, characters that turn the direction of text, invisible ones and
 * halves of a character become what a programmer writes for them, such as `\x1b` or `\u202e`. Newline and tab stay,
 * every other end of a line becomes a newline. Doing it twice changes nothing.
 */
export function visible(text: string): string {
  if (!unusual.test(text)) return text;
  return text.replace(/\r\n?/g, "\n").replace(hidden, escaped);
}

/** The same text with everything hidden left out. Ends of lines stay. */
export function withoutHidden(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(hidden, "");
}

/** Makes all texts in a JSON value visible, names of fields included. */
export function visibleIn(value: unknown): unknown {
  return mapTexts(value, visible);
}

/** Changes all texts in a JSON value. Fields whose names are `kept` hold texts for `keep` instead. */
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  kept: readonly string[] = [],
  keep: (text: string) => string = change,
): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, kept, keep));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      change(name),
      kept.includes(name) ? mapTexts(inner, keep) : mapTexts(inner, change, kept, keep),
    ]),
  );
}

/** Most texts have none of these, which is quickly seen. */
const unusual = /[^\t\n -~]/;

/**
 * Control and format characters, separators of lines, halves of surrogate pairs, and code points that are no
 * characters. Not the joiners that emoji and several scripts need, and not the number signs of Arabic and Syriac,
 * which one can see.
 */
const hidden = new RegExp(
  "[[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Noncharacter_Code_Point}\\u{E0100}-\\u{E01EF}]" +
    "--[\\n\\t\\u200c\\u200d\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]]",
  "gv",
);

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}
