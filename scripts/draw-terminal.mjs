// Draws what a terminal showed as one SVG: no script, no picture inside, nothing to fetch. Text stays text.

import { widthOf } from "./read-terminal.mjs";
import { modes, shownIn } from "./terminal-colours.mjs";
import { shapeOf } from "./terminal-shapes.mjs";

const cell = { width: 8.4, height: 18 };
const baseline = 13.5;
const margin = 14;
const fonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";

/**
 * Neighbours of one look that are drawn in the same way.
 *
 * @typedef {import("./read-terminal.mjs").Cell} Cell
 * @typedef {import("./read-terminal.mjs").Look} Look
 * @typedef {"text" | "ground" | "line" | "block"} Part
 * @typedef {{ readonly at: number, readonly cells: readonly Cell[], readonly look: Look }} Run
 */

/**
 * @param {readonly (readonly Cell[])[]} lines
 * @param {{ readonly columns?: number, readonly title: string }} options columns: at least as wide as this
 */
export function drawTerminal(lines, { columns = 0, title }) {
  const styles = new Styles();
  const body = lines.flatMap((cells, row) => runsOf(cells).flatMap((run) => drawRun(run, row, styles)));
  const width = short(Math.max(columns, ...lines.map(widthOf)) * cell.width + 2 * margin);
  const height = short(lines.length * cell.height + 2 * margin);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>\n${styles.sheet()}\n</style>`,
    `<rect class="w" x=".5" y=".5" width="${short(width - 1)}" height="${short(height - 1)}" rx="8"/>`,
    `<g transform="translate(${margin} ${margin})">`,
    ...body,
    "</g>",
    "</svg>",
  ].join("\n")}\n`;
}

/** Gives each way to draw something a short name, in the order in which they come up. */
class Styles {
  /** @type {Map<string, { readonly name: string, readonly light: string, readonly dark: string }>} */
  #known = new Map();

  /** @param {Look} look @param {Part} part */
  name(look, part) {
    const light = rulesOf(look, part, "light");
    const dark = rulesOf(look, part, "dark");
    const key = `${light}/${dark}`;
    const style = this.#known.get(key) ?? { name: `c${this.#known.size}`, light, dark };
    this.#known.set(key, style);
    return style.name;
  }

  sheet() {
    const all = [...this.#known.values()];
    return [
      `text{font:14px ${fonts};font-variant-ligatures:none;white-space:pre;direction:ltr;unicode-bidi:bidi-override}`,
      "path{fill:none;stroke-width:1.2}",
      ".n{opacity:0}",
      windowIn("light"),
      ...all.map(({ name, light }) => `.${name}{${light}}`),
      "@media(prefers-color-scheme:dark){",
      windowIn("dark"),
      ...all.filter(({ light, dark }) => light !== dark).map(({ name, dark }) => `.${name}{${dark}}`),
      "}",
    ].join("\n");
  }
}

/** @param {import("./terminal-colours.mjs").Mode} mode */
function windowIn(mode) {
  return `.w{fill:${modes[mode].ground};stroke:${modes[mode].edge}}`;
}

/** @param {Look} look @param {Part} part @param {import("./terminal-colours.mjs").Mode} mode */
function rulesOf(look, part, mode) {
  const { text, ground } = shownIn(look, mode);
  if (part === "ground") return `fill:${ground}`;
  if (part === "line") return `stroke:${text}`;
  if (part === "block") return `fill:${text}`;
  const decoration = [look.underline && "underline", look.strike && "line-through"].filter(Boolean).join(" ");
  return [
    `fill:${text}`,
    ...(look.bold ? ["font-weight:700"] : []),
    ...(look.italic ? ["font-style:italic"] : []),
    ...(decoration === "" ? [] : [`text-decoration:${decoration}`]),
  ].join(";");
}

/** @param {readonly Cell[]} cells @returns {Run[]} */
function runsOf(cells) {
  /** @type {{ at: number, cells: Cell[], look: Look, kind: string }[]} */
  const runs = [];
  let at = 0;
  for (const one of cells) {
    const last = runs.at(-1);
    const kind = shapeOf(one.text) ? "shape" : String(one.width); // in one text, all are equally wide
    if (last?.look === one.look && last.kind === kind) last.cells.push(one);
    else runs.push({ at, cells: [one], look: one.look, kind });
    at += one.width;
  }
  return runs;
}

/** @param {Run} run @param {number} row @param {Styles} styles @returns {string[]} */
function drawRun({ at, cells, look }, row, styles) {
  const ground = [];
  if (shownIn(look, "light").ground !== undefined)
    ground.push(rect(at, row, widthOf(cells), 1, `class="${styles.name(look, "ground")}"`));
  if (look.concealed) return ground;
  if (cells.some(({ text }) => shapeOf(text) !== undefined))
    return [...ground, ...drawShapes({ at, cells, look }, row, styles)];
  if (look.underline || look.strike)
    return [...ground, drawText(at, row, cells, `class="${styles.name(look, "text")}"`)];
  const first = cells.findIndex(({ text }) => text !== " ");
  const last = cells.findLastIndex(({ text }) => text !== " ");
  if (first < 0) return ground;
  const words = cells.slice(first, last + 1);
  return [
    ...ground,
    drawText(at + widthOf(cells.slice(0, first)), row, words, `class="${styles.name(look, "text")}"`),
  ];
}

/** @param {Run} run @param {number} row @param {Styles} styles @returns {string[]} */
function drawShapes({ at, cells, look }, row, styles) {
  let path = "";
  const blocks = [];
  for (const [place, { text }] of cells.entries()) {
    const shape = shapeOf(text);
    if (shape === undefined) continue;
    if ("lines" in shape) path += pathOf(shape.lines, at + place, row);
    else {
      const { x, y, width, height, share } = shape.block;
      const faint = share < 1 ? ` fill-opacity="${share}"` : "";
      const style = styles.name(look, "block");
      blocks.push(rect(at + place + x, row + y, width, height, `class="${style}"${faint}`));
    }
  }
  const drawn =
    path === "" ? blocks : [`<path class="${styles.name(look, "line")}" d="${path}"/>`, ...blocks];
  return [...drawn, drawText(at, row, cells, 'class="n" aria-hidden="true"')];
}

/** From the middle of a cell to its edges. @param {string} directions @param {number} at @param {number} row */
function pathOf(directions, at, row) {
  const middle = { x: (at + 0.5) * cell.width, y: (row + 0.5) * cell.height };
  const half = {
    l: `h${-cell.width / 2}`,
    r: `h${cell.width / 2}`,
    u: `v${-cell.height / 2}`,
    d: `v${cell.height / 2}`,
  };
  const start = `M${short(middle.x)} ${short(middle.y)}`;
  return Object.entries(half)
    .map(([direction, line]) => (directions.includes(direction) ? start + line : ""))
    .join("");
}

/** In cells. @param {number} at @param {number} row @param {number} columns @param {number} rows @param {string} attributes */
function rect(at, row, columns, rows, attributes) {
  const [x, y] = [short(at * cell.width), short(row * cell.height)];
  return `<rect ${attributes} x="${x}" y="${y}" width="${short(columns * cell.width)}" height="${short(rows * cell.height)}"/>`;
}

/** Told its length, every font keeps to the columns. @param {number} at @param {number} row @param {readonly Cell[]} cells @param {string} attributes */
function drawText(at, row, cells, attributes) {
  const [x, y] = [short(at * cell.width), short(row * cell.height + baseline)];
  const length = short(widthOf(cells) * cell.width);
  const words = escaped(cells.map(({ text }) => text).join(""));
  return `<text ${attributes} x="${x}" y="${y}" textLength="${length}">${words}</text>`;
}

/** @param {number} value */
function short(value) {
  return Math.round(value * 100) / 100;
}

/** No character that XML does not know. @param {string} text */
function escaped(text) {
  const known = text.replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, "");
  return known.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
