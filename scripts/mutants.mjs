// Which small changes to a source file a test should notice. Two kinds: a *guard* is an early way out that is taken
// away; a *change* is any other slip of the pen.

import ts from "typescript";

/**
 * @typedef {"guard" | "change"} Kind
 * @typedef {{ path: string, line: number, text: string, start: number, end: number, was: string, is: string, kind: Kind }} Mutant
 * @typedef {{ path: string, text: string, was: string, is: string, why: string }} Equivalent
 * @typedef {{ path: string, was: string, is: string, what: string }} Named
 */

/** @type {ReadonlyMap<ts.SyntaxKind, string>} */
const otherOperator = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
]);

/** @type {ReadonlyMap<string, string>} */
const otherMethod = new Map([
  ["some", "every"],
  ["every", "some"],
  ["find", "findLast"],
  ["findLast", "find"],
  ["min", "max"],
  ["max", "min"],
]);

/**
 * @param {string} path
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  /** @type {Mutant[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} is @param {Kind} kind */
  const add = (node, is, kind = "change") => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const was = text.slice(start, node.end);
    found.push({ path, line, text: lines[line - 1]?.trim() ?? "", start, end: node.end, was, is, kind });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    mutate(node, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A mutant that was made by hand. What it replaces stands once in its file. @param {Named} named @param {string} text @returns {Mutant} */
export function namedMutant({ path, was, is }, text) {
  const start = text.indexOf(was);
  if (start < 0 || text.includes(was, start + 1)) throw new Error(`${path} must hold this once: ${was}`);
  const line = text.slice(0, start).split("\n").length;
  return {
    path,
    line,
    text: text.split("\n")[line - 1]?.trim() ?? "",
    start,
    end: start + was.length,
    was,
    is,
    kind: "guard",
  };
}

/** Whether a mutant is known to change nothing. `text` is the line it stands on. @param {readonly Omit<Equivalent, "why">[]} list @param {Mutant} mutant */
export function isListed(list, { path, text, was, is }) {
  return list.some((one) => one.path === path && one.text === text && one.was === was && one.is === is);
}

/** @param {ts.Node} node @param {(node: ts.Node, is: string, kind?: Kind) => void} add */
function mutate(node, add) {
  if (ts.isIfStatement(node)) {
    const guards = leaves(node.thenStatement) && node.elseStatement === undefined;
    add(node.expression, guards ? "false" : `!(${node.expression.getText()})`, guards ? "guard" : "change");
  } else if (ts.isConditionalExpression(node)) {
    add(node.condition, `!(${node.condition.getText()})`);
  } else if (ts.isBinaryExpression(node)) {
    const other = otherOperator.get(node.operatorToken.kind);
    if (other !== undefined && !isText(node)) add(node.operatorToken, other);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
    add(node, "false");
  } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
    add(node, "true");
  } else if (ts.isNumericLiteral(node)) {
    const isLimit = isSetting(node) && Number(node.text) !== 0;
    add(node, isLimit ? "0" : `(${node.getText()} + 1)`);
  } else if (ts.isExpressionStatement(node)) {
    add(node, ";");
  } else if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) {
    add(node.expression, ts.isSpreadAssignment(node) ? "{}" : "[]");
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const other = otherMethod.get(node.expression.name.text);
    if (other !== undefined) add(node.expression.name, other);
    if (node.expression.name.text === "filter") add(node, node.expression.expression.getText());
  }
}

/** Whether a statement ends what it stands in. @param {ts.Statement} statement */
function leaves(statement) {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      ts.isContinueStatement(last) ||
      ts.isBreakStatement(last))
  );
}

/** A limit or a time, named at the top of its file: one more of it is no fault, none is. @param {ts.Node} node @returns {boolean} */
function isSetting({ parent }) {
  if (ts.isVariableDeclaration(parent)) return ts.isSourceFile(parent.parent.parent.parent);
  const isProduct =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.AsteriskToken;
  const isField = ts.isPropertyAssignment(parent) || ts.isObjectLiteralExpression(parent);
  return (isProduct || isField) && isSetting(parent);
}

/** Texts are joined, not added. @param {ts.BinaryExpression} node */
function isText({ left, right }) {
  return [left, right].some((side) => ts.isStringLiteral(side) || ts.isTemplateExpression(side));
}
