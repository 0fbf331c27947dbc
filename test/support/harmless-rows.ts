import { expect } from "vitest";
import { widthOf } from "../../src/core/views/text-width.ts";

const esc = String.fromCharCode(0x1b);

/** Texts that try to move the cursor, forge a row, change the terminal or hide something. */
export const hostileTexts: readonly string[] = [
  `a${esc}[2J${esc}[1;1Hforged`,
  `${esc}]0;title${String.fromCharCode(7)}${esc}]52;c;Zm9yZ2Vk${esc}\\`,
  "over\rwritten\nNeeds you\n▸ a row of its own",
  "\u202Edesrever\u202C \u2066in\u2069 \u200Bhidden\u2060",
  `\u009b31m\u0090q\u009c${String.fromCharCode(0)}\b\b\b\u007f`,
  "tab\there \u2028 line \u2029 paragraph \u0085 next",
  `😀👨‍👩‍👧‍👦${"́".repeat(40)} 漢字漢字漢字漢字`,
  `${"x".repeat(400)} \ud800 \udc00`,
];

/** Only our own colours may steer a terminal. */
const colour = new RegExp(`${esc}\\[[\\d;]*m`, "g");
const steering = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Every row is one row of a terminal this wide, and does nothing but show itself. */
export function expectHarmless(rows: readonly string[], width: number): void {
  for (const row of rows) {
    const bare = row.replace(colour, "");
    expect(bare).not.toMatch(steering);
    expect(widthOf(bare), bare).toBeLessThanOrEqual(width);
  }
}

/** The same rows without colours. */
export function bareRows(rows: readonly string[]): readonly string[] {
  return rows.map((row) => row.replace(colour, ""));
}
