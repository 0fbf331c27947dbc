import ts from "typescript";
import { type FileRule, fileRuleOf, type Report, type Rules, roomOf } from "./rules.ts";

const pureDateMembers = ["parse", "UTC"];

/** Clock, randomness, environment, network and output: only who is named in the rules may touch them. */
export function checkSurroundings(
  path: string,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  rules: Rules,
  report: Report,
): void {
  const own: FileRule = fileRuleOf(path, rules) ?? {};
  if (own === "everything") return;
  const room = roomOf(path) ?? "";
  const allowedGlobals = own.globals ?? rules.rooms[room]?.globals ?? [];
  const allowedProcess = own.process ?? rules.rooms[room]?.process ?? [];
  const forbidden = (rules.forbidden[room] ?? []).filter((name) => !own.globals?.includes(name));
  const watched = new Set(["process", "Date", "Math", ...rules.guarded, ...forbidden]); // resolving all is slow

  const tell = (node: ts.Node, message: string) => report(node.getStart(source), message);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (rules.random.includes(node.text) && !own.globals?.includes(node.text))
        tell(node, `${node.text} is random`);
      else if (watched.has(node.text) && isReference(node) && isGlobal(node, checker)) checkGlobal(node);
      else if (forbidden.includes(node.text) && isMember(node))
        tell(node, `${room} may not use .${node.text}`);
    }
    if (ts.isStringLiteralLike(node) && ts.isElementAccessExpression(node.parent)) {
      if (rules.random.includes(node.text)) tell(node, `${node.text} is random`);
    }
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
      if (!allowedGlobals.includes("import.meta")) tell(node, `${room} may not use import.meta`);
    }
    ts.forEachChild(node, visit);
  };

  const checkGlobal = (node: ts.Identifier): void => {
    const name = node.text;
    const member = memberOf(node);
    if (name === "process") {
      if (member !== undefined && allowedProcess.includes(member)) return;
      tell(node, `${room} may not use process${member === undefined ? "" : `.${member}`}`);
    } else if (name === "Date") {
      if (!isPureDate(node, member)) tell(node, "the time comes as an argument, not from Date");
    } else if (name === "Math") {
      if (member === undefined || member === "random") tell(node, "Math.random is random");
    } else if (forbidden.includes(name) || (rules.guarded.includes(name) && !allowedGlobals.includes(name))) {
      tell(node, `${room} may not use ${name}`);
    }
  };

  visit(source);
}

/** A name that means a value or type, as against the name of a member, a declaration or a label. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isMetaProperty(parent) || ts.isJsxAttribute(parent) || ts.isTypePredicateNode(parent)) return false;
  return !("name" in parent && parent.name === node);
}

/** The program holds our files and no library, so what does not resolve comes from outside. */
function isGlobal(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return symbol?.declarations === undefined || symbol.declarations.length === 0;
}

/** `exit` in `process.exit` and in `process["exit"]`. */
function memberOf(node: ts.Identifier): string | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text;
  if (!ts.isElementAccessExpression(parent) || parent.expression !== node) return undefined;
  return ts.isStringLiteralLike(parent.argumentExpression) ? parent.argumentExpression.text : undefined;
}

function isMember(node: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

function isPureDate(node: ts.Identifier, member: string | undefined): boolean {
  const { parent } = node;
  if (member !== undefined) return pureDateMembers.includes(member);
  if (ts.isNewExpression(parent)) return (parent.arguments?.length ?? 0) > 0;
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
  return ts.isTypeReferenceNode(parent);
}
