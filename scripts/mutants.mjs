// Which small changes to a source file a test should notice. Two kinds: a *guard* is an early way out that is taken
// away; a *change* is any other slip of the pen.

import ts from "typescript";

/**
 * @typedef {"guard" | "change"} Kind
 * @typedef {{ path: string, line: number, start: number, end: number, was: string, is: string, kind: Kind }} Mutant
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

/** @type {Readonly<Record<string, string>>} */
const otherMethod = {
  some: "every",
  every: "some",
  find: "findLast",
  findLast: "find",
  min: "max",
  max: "min",
};

/**
 * @param {string} path
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} is @param {Kind} kind */
  const add = (node, is, kind = "change") => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ path, line, start, end: node.end, was: text.slice(start, node.end), is, kind });
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
    add(node, `(${node.getText()} + 1)`);
  } else if (ts.isExpressionStatement(node)) {
    add(node, ";");
  } else if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) {
    add(node.expression, ts.isSpreadAssignment(node) ? "{}" : "[]");
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const other = otherMethod[node.expression.name.text];
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

/** Texts are joined, not added. @param {ts.BinaryExpression} node */
function isText({ left, right }) {
  return [left, right].some((side) => ts.isStringLiteral(side) || ts.isTemplateExpression(side));
}
