import ts from "typescript";
import { type Report, type Rules, roomOf } from "./rules.ts";

/**
 * In a room without memory nothing outlives a call but constants: a file holds no variable, and nothing keyed by the
 * identity of what it was once given. What is worth remembering is passed in.
 */
export function checkMemories(path: string, source: ts.SourceFile, rules: Rules, report: Report): void {
  const room = roomOf(path) ?? "";
  if (!rules.withoutMemory.includes(room)) return;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    const wrong = memoryIn(node);
    if (wrong !== undefined) report(node.getStart(source), `${room} remembers nothing: ${wrong}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function memoryIn(node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node) && !(node.declarationList.flags & ts.NodeFlags.Const))
    return "no let at the top of a file";
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const { text } = node.expression;
  return text === "WeakMap" || text === "WeakSet" ? `no ${text} at the top of a file` : undefined;
}
