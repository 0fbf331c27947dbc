import { visible } from "../../text/visible.ts";
import { widthOf } from "../text-width.ts";

/** Columns from one tab stop to the next. */
const tabStop = 4;

/**
 * One line of code as a reader may see it: what is hidden becomes what a programmer writes for it, and tabs become
 * spaces. Stricter than `visible`: in code, a joiner between two letters is a trick, not an emoji.
 */
export function shownCode(line: string): string {
  if (plain.test(line)) return line;
  return withoutTabs(
    visible(line.replaceAll("\r", "\\r").replaceAll("\n", "\\n")).replace(invisible, unlessJoined),
  );
}

/** Most lines are of these alone. */
const plain = /^[ -~]*$/;

/** Characters that take no place, and letters that look like empty space. */
const invisible = /\p{Default_Ignorable_Code_Point}|[\u2800\u3164\uffa0\u115f\u1160]/gu;

/** What emoji and the scripts that need joiners are made of stays. */
function unlessJoined(character: string, at: number, line: string): string {
  const before = lastOf(line.slice(0, at));
  const after = String.fromCodePoint(line.codePointAt(at + character.length) ?? 0x20);
  if (character === "\ufe0e" || character === "\ufe0f")
    return isPicture(before) ? character : named(character);
  const joins = character === "\u200c" || character === "\u200d";
  if (joins && joinedScript.test(before) && joinedScript.test(after)) return character;
  if (
    character === "\u200d" &&
    (isPicture(before) || before === "\ufe0f" || isTone(before)) &&
    isPicture(after)
  )
    return character;
  return named(character);
}

function lastOf(text: string): string {
  const last = text.at(-1) ?? "";
  return /[\udc00-\udfff]/.test(last) ? text.slice(-2) : last;
}

function isPicture(character: string): boolean {
  return character > "\u007f" && /\p{Extended_Pictographic}/u.test(character);
}

function isTone(character: string): boolean {
  return /\p{Emoji_Modifier}/u.test(character);
}

/** Letters and marks of scripts in which a joiner changes what is read. */
const joinedScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u;

function named(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

function withoutTabs(line: string): string {
  const [first = "", ...rest] = line.split("\t");
  let text = first;
  for (const part of rest) text += " ".repeat(tabStop - (widthOf(text) % tabStop)) + part;
  return text;
}
