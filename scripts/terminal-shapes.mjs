// Lines, corners and blocks: drawn as shapes, because those of most fonts do not meet between two lines of text.

/**
 * In parts of a cell, from its top left corner.
 *
 * @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number, readonly share: number }} Block
 * @typedef {{ readonly lines: string } | { readonly block: Block }} Shape lines: the directions that they go from the middle
 */

/** Heavy, double and dashed lines are drawn as light ones. */
const lines = new Map(
  Object.entries({
    lr: "─━═╌╍┄┅┈┉╼╾",
    ud: "│┃║╎╏┆┇┊┋╽╿",
    rd: "┌┍┎┏╭╒╓╔",
    ld: "┐┑┒┓╮╕╖╗",
    ru: "└┕┖┗╰╘╙╚",
    lu: "┘┙┚┛╯╛╜╝",
    rud: "├┝┞┟┠┡┢┣╞╟╠",
    lud: "┤┥┦┧┨┩┪┫╡╢╣",
    lrd: "┬┭┮┯┰┱┲┳╤╥╦",
    lru: "┴┵┶┷┸┹┺┻╧╨╩",
    lrud: "┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╪╫╬",
    l: "╴╸",
    u: "╵╹",
    r: "╶╺",
    d: "╷╻",
  }).flatMap(([directions, all]) => [...all].map((character) => [character, directions])),
);

const blocks = new Map([
  ["▀", block(0, 0, 1, 1 / 2)],
  ["▐", block(1 / 2, 0, 1 / 2, 1)],
  ["▔", block(0, 0, 1, 1 / 8)],
  ["▕", block(7 / 8, 0, 1 / 8, 1)],
  ...[..."▁▂▃▄▅▆▇█"].map((character, at) => pair(character, block(0, 1 - (at + 1) / 8, 1, (at + 1) / 8))),
  ...[..."▉▊▋▌▍▎▏"].map((character, at) => pair(character, block(0, 0, (7 - at) / 8, 1))),
  ...[..."░▒▓"].map((character, at) => pair(character, block(0, 0, 1, 1, (at + 1) / 4))),
]);

/** @param {string} character @returns {Shape | undefined} */
export function shapeOf(character) {
  const directions = lines.get(character);
  if (directions !== undefined) return { lines: directions };
  const found = blocks.get(character);
  return found && { block: found };
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} share how much of it is filled
 * @returns {Block}
 */
function block(x, y, width, height, share = 1) {
  return { x, y, width, height, share };
}

/** @param {string} character @param {Block} made @returns {[string, Block]} */
function pair(character, made) {
  return [character, made];
}
