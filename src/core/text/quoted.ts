const indent = "  ";

/**
 * Words of others inside a text of ours: every line is indented. Our own lines start at the margin, so no quoted line
 * can pass for one of them.
 */
export function quoted(text: string): string {
  return indent + hanging(text);
}

/** The same behind the beginning of one of our lines: all lines but the first are indented. */
export function hanging(text: string): string {
  if (!text.includes("\n") && !text.includes("\r")) return text;
  return text.replace(/(?:\r\n?|\n)(?=[^\n\r])/g, `\n${indent}`);
}

/**
 * Words of one speaker behind their label. A label is in square brackets at the start of a line, so only lines that
 * start like this could pass for the words of another, and only they are marked.
 */
export function spoken(text: string): string {
  if (!text.includes("\n") && !text.includes("\r")) return text;
  return text.replace(likeLabel, "\n> ");
}

/** The end of a line before a bracket of any kind but ( and {. What cannot be seen before the bracket does not count. */
const likeLabel =
  /(?:\r\n?|\n)(?=(?:[^\S\n\r]|\p{Mn}|\p{Default_Ignorable_Code_Point}|\u2800)*(?![({])[\p{Ps}\p{Pi}])/gu;

/** A path or name as it can be typed into a shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
