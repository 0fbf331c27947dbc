// Where tests are watched: every statement inside a function. A mutant can be noticed only by a test that reaches the
// statement it stands in.

import ts from "typescript";

/**
 * @typedef {{ id: string, start: number, end: number }} Point
 * @typedef {{ at: number, text: string }} Insertion
 */

/**
 * The points of a file, and its text with a call at each of them.
 *
 * @param {string} path
 * @param {string} text
 * @returns {{ points: Point[], watched: string }}
 */
export function pointsOf(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Point[]} */
  const points = [];
  /** @type {Insertion[]} */
  const insertions = [];
  /** @param {ts.Node} node @param {string} before @param {string} after */
  const add = (node, before, after) => {
    const start = node.getStart(file);
    const id = `${path}:${start}`;
    points.push({ id, start, end: node.end });
    insertions.push({ at: start, text: `${before}globalThis.reached?.(${JSON.stringify(id)})` });
    insertions.push({ at: start, text: after === "" ? "; " : ", " });
    if (before !== "") insertions.push({ at: node.end, text: after === "" ? "}" : after });
  };
  /** @param {ts.Node} node @param {boolean} inside */
  const visit = (node, inside) => {
    if (ts.isTypeNode(node)) return;
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) add(node.body, "(", ")");
    else if (inside && ts.isStatement(node) && !ts.isBlock(node) && !ts.isFunctionDeclaration(node))
      add(node, standsAlone(node) ? "" : "{", "");
    const within = inside || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(file, false);
  return { points, watched: inserted(text, insertions) };
}

/** The innermost point around a place. @param {readonly Point[]} points @param {number} at */
export function pointAround(points, at) {
  return points
    .filter(({ start, end }) => start <= at && at < end)
    .sort((a, b) => b.start - a.start || a.end - b.end)[0];
}

/** Whether another statement may stand before this one. @param {ts.Node} statement */
function standsAlone({ parent }) {
  return ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent) || ts.isSourceFile(parent);
}

/** What is inserted at one place keeps its order; what ends there comes before what starts. */
function inserted(/** @type {string} */ text, /** @type {readonly Insertion[]} */ insertions) {
  const parts = [];
  let from = 0;
  const closes = (/** @type {Insertion} */ one) => Number(!/^[)}]$/.test(one.text));
  const ordered = [...insertions].sort((a, b) => a.at - b.at || closes(a) - closes(b));
  for (const { at, text: more } of ordered) {
    parts.push(text.slice(from, at), more);
    from = at;
  }
  return [...parts, text.slice(from)].join("");
}
