// What a terminal showed, as `tmux capture-pane -e` writes it: text with colours.

import stringWidth from "string-width";

/**
 * A colour: one of the 16 that the terminal's theme chooses, or `#rrggbb`.
 *
 * @typedef {number | string} Colour
 * @typedef {"bold" | "dim" | "italic" | "underline" | "strike" | "inverse" | "concealed"} Manner
 * @typedef {{ readonly text?: Colour, readonly ground?: Colour } & { readonly [manner in Manner]?: true }} Look
 * @typedef {{ readonly text: string, readonly width: number, readonly look: Look }} Cell
 */

const esc = "\u001b";

/** Sequences of all kinds, complete or cut off. Only the first kind has a name: it sets colours. */
const sequence = new RegExp(
  [
    `${esc}\\[(?<codes>[0-9;:]*)m`,
    `(?:${esc}\\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    `(?:${esc}[\\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^${esc}\u0007\u009c\\n]*(?:\u0007|${esc}\\\\|\u009c)?`,
    `${esc}[ -/]*[0-~]?`,
  ].join("|"),
  "g",
);

/** What nobody sees, or what no SVG may hold: control and format characters, halves of a character. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?!\ufe0f)\p{Variation_Selector}/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The cells of each line. A look goes on over the end of a line, as tmux writes it.
 *
 * @param {string} captured
 * @returns {Cell[][]}
 */
export function readTerminal(captured) {
  /** @type {Look} */
  let look = {};
  const lines = captured.replace(/\r+\n/g, "\n").replace(/\n+$/, "").split("\n");
  return lines.map((line) => {
    /** @type {Cell[]} */
    const cells = [];
    let from = 0;
    for (const found of line.matchAll(sequence)) {
      addText(cells, line.slice(from, found.index), look);
      from = found.index + found[0].length;
      if (found.groups?.codes !== undefined) look = lookAfter(look, found.groups.codes);
    }
    addText(cells, line.slice(from), look);
    return cells;
  });
}

/** @param {readonly Cell[]} cells */
export function widthOf(cells) {
  return cells.reduce((sum, { width }) => sum + width, 0);
}

/** @param {Cell[]} cells @param {string} text @param {Look} look */
function addText(cells, text, look) {
  for (const { segment } of graphemes.segment(text)) {
    if (segment === "\t") {
      for (let left = 8 - (widthOf(cells) % 8); left > 0; left--) cells.push({ text: " ", width: 1, look });
      continue;
    }
    const seen = segment.replace(hidden, (mark) => (isJoiner(mark) ? mark : ""));
    const width = stringWidth(seen);
    if (width > 0) cells.push({ text: seen, width, look });
  }
}

/** Emoji and several scripts need them, and they cannot hide anything. @param {string} mark */
function isJoiner(mark) {
  return mark === "\u200c" || mark === "\u200d";
}

/** @type {Readonly<Record<number, Manner>>} */
const manners = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
  8: "concealed",
  9: "strike",
};

/** @type {Readonly<Record<number, readonly Manner[]>>} */
const endings = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  28: ["concealed"],
  29: ["strike"],
};

/**
 * @param {Look} before
 * @param {string} codes
 * @returns {Look}
 */
function lookAfter(before, codes) {
  // `4:3` is a curly underline, `38:2::1:2:3` the same as `38;2;1;2;3`.
  const all = codes.split(";").flatMap((code) => {
    const [first = "", ...rest] = code.split(":");
    if (first !== "38" && first !== "48") return [rest[0] === "0" ? 24 : Number(first)];
    const parts = rest[0] === "2" && rest.length > 4 ? ["2", ...rest.slice(2)] : rest;
    return [first, ...parts].map(Number);
  });
  let look = before;
  for (let at = 0; at < all.length; at++) {
    const code = all[at] ?? 0;
    const manner = manners[code];
    const ending = endings[code];
    if (code === 0) look = {};
    else if (manner !== undefined) look = { ...look, [manner]: true };
    else if (ending !== undefined) look = without(look, ending);
    else if (code === 39) look = without(look, ["text"]);
    else if (code === 49) look = without(look, ["ground"]);
    else if (code === 38 || code === 48) {
      const { colour, used } = longColour(all.slice(at + 1));
      at += used;
      if (colour !== undefined) look = { ...look, [code === 38 ? "text" : "ground"]: colour };
    } else {
      const [part, colour] = shortColour(code);
      if (part !== undefined) look = { ...look, [part]: colour };
    }
  }
  return look;
}

/** @param {Look} look @param {readonly string[]} parts @returns {Look} */
function without(look, parts) {
  return Object.fromEntries(Object.entries(look).filter(([part]) => !parts.includes(part)));
}

/** @param {number} code @returns {["text" | "ground", number] | [undefined]} */
function shortColour(code) {
  if (code >= 30 && code <= 37) return ["text", code - 30];
  if (code >= 40 && code <= 47) return ["ground", code - 40];
  if (code >= 90 && code <= 97) return ["text", code - 90 + 8];
  if (code >= 100 && code <= 107) return ["ground", code - 100 + 8];
  return [undefined];
}

/** What follows 38 and 48. @param {readonly number[]} rest @returns {{ colour?: Colour, used: number }} */
function longColour([kind, ...numbers]) {
  if (kind === 5) {
    const [number = 0] = numbers;
    return { colour: ofTheCube(clamped(number)), used: 2 };
  }
  if (kind === 2) {
    const [red = 0, green = 0, blue = 0] = numbers;
    return { colour: hex([red, green, blue]), used: 4 };
  }
  return { used: 1 };
}

/** The 256 colours: 16 of the theme, a cube of 6 × 6 × 6, and 24 greys. @param {number} number @returns {Colour} */
function ofTheCube(number) {
  if (number < 16) return number;
  if (number >= 232) return hex(Array.from({ length: 3 }, () => 8 + 10 * (number - 232)));
  const at = number - 16;
  const steps = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6];
  return hex(steps.map((step) => (step === 0 ? 0 : 55 + 40 * step)));
}

/** @param {readonly number[]} parts */
export function hex(parts) {
  return `#${parts.map((part) => clamped(part).toString(16).padStart(2, "0")).join("")}`;
}

/** @param {number} number */
function clamped(number) {
  return Math.max(0, Math.min(255, Math.round(number) || 0));
}
