import { visible } from "../../text/visible.ts";

/**
 * A text as it stands in a file that a person edits. What an editor would lose or not show becomes `\u{…}`: hidden
 * characters, and white space at either end of the text or at the end of a line. `keptBack` reads all of it again.
 */
export function kept(text: string, also = ""): string {
  if (text === "") return "\\u{}";
  const marked = text.replaceAll("\\u{", "\\u{5c}u{").replace(/^\s|[^\S\n](?=\n)|\s$/g, escaped);
  return [...marked]
    .map((one) => (visible(one) === one && !also.includes(one) ? one : escaped(one)))
    .join("");
}

/** White space around the text does not count. */
export function keptBack(text: string): string {
  return text.trim().replace(/\\u\{([0-9a-f]{0,6})\}/gi, (whole, digits: string) => {
    if (digits === "") return "";
    const code = Number.parseInt(digits, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
