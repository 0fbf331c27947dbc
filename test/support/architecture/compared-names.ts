import ts from "typescript";
import type { Report, Rules } from "./rules.ts";

const comparing = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** Names that only the file of their table compares: elsewhere a comparison silently misses a name that is added. */
export function checkComparisons(path: string, source: ts.SourceFile, rules: Rules, report: Report): void {
  const tables = rules.tables.filter(({ file }) => file !== path);
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && comparing.has(node.operatorToken.kind))
      for (const side of [node.left, node.right]) checkSide(side);
    ts.forEachChild(node, visit);
  };
  const checkSide = (side: ts.Expression): void => {
    if (!ts.isStringLiteralLike(side)) return;
    const table = tables.find(({ names }) => names.includes(side.text));
    if (table)
      report(side.getStart(source), `"${side.text}" is compared; ask a predicate of ${table.file} instead`);
  };
  visit(source);
}
