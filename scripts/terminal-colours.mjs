// The colours of a picture, on light and on dark ground. Whatever a program chose, its text can be read on both.

import { hex } from "./read-terminal.mjs";

/**
 * @typedef {"light" | "dark"} Mode
 * @typedef {{ readonly text: string, readonly ground: string | undefined }} Shown ground: left out, the ground of all
 */

/** Of text on its ground, as WCAG 2 counts it for text of this size. */
export const enoughContrast = 4.5;

/** @type {Readonly<Record<Mode, { readonly text: string, readonly ground: string, readonly edge: string, readonly theme: readonly string[] }>>} */
export const modes = {
  light: {
    text: "#1f2328",
    ground: "#ffffff",
    edge: "#d0d7de",
    theme: words(
      "#24292f #cf222e #116329 #7d4e00 #0550ae #8250df #1b7c83 #6e7781",
      "#57606a #a40e26 #1a7f37 #633c01 #0969da #6639ba #16656a #6e7781",
    ),
  },
  dark: {
    text: "#e6edf3",
    ground: "#0d1117",
    edge: "#30363d",
    theme: words(
      "#8b949e #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4",
      "#9198a1 #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #ffffff",
    ),
  },
};

/** How much of its ground is in text that is dim. */
const dimmed = 0.4;

/**
 * @param {import("./read-terminal.mjs").Look} look
 * @param {Mode} mode
 * @returns {Shown}
 */
export function shownIn(look, mode) {
  const { theme, ...own } = modes[mode];
  /** @param {import("./read-terminal.mjs").Colour | undefined} colour */
  const chosen = (colour) => (typeof colour === "number" ? theme[colour] : colour);
  const text = chosen(look.text) ?? own.text;
  const ground = chosen(look.ground);
  const [front, back] = look.inverse ? [ground ?? own.ground, text] : [text, ground];
  const on = back ?? own.ground;
  return { text: readable(look.dim ? mixed(front, on, dimmed) : front, on), ground: back };
}

/** The colour, darker or lighter where it could not be read on this ground. @param {string} colour @param {string} ground */
function readable(colour, ground) {
  const end = contrast("#000000", ground) > contrast("#ffffff", ground) ? "#000000" : "#ffffff";
  for (let share = 0; share < 1; share += 0.1) {
    const tried = mixed(colour, end, share);
    if (contrast(tried, ground) >= enoughContrast) return tried;
  }
  return end;
}

/** @param {string} one @param {string} other */
export function contrast(one, other) {
  const [dark = 0, light = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** As WCAG 2 defines relative luminance. @param {string} colour */
function brightness(colour) {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other @param {number} share of the other */
function mixed(one, other, share) {
  const others = partsOf(other);
  return hex(partsOf(one).map((part, at) => part + ((others[at] ?? 0) - part) * share));
}

/** @param {string} colour */
function partsOf(colour) {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** @param {...string} lines */
function words(...lines) {
  return lines.flatMap((line) => line.split(" "));
}
