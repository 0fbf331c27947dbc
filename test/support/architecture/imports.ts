import { isBuiltin } from "node:module";
import { posix } from "node:path";
import ts from "typescript";
import { fileRuleOf, innerRoomOf, isTest, type Report, type Rules, roomOf } from "./rules.ts";

export interface Import {
  readonly specifier: string;
  readonly position: number;
  /** Nothing of it is left when it runs. */
  readonly isType: boolean;
}

/** Everything a file pulls in: import, export from, import(), import types, require, reference comments. */
export function importsOf(source: ts.SourceFile, report: Report): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, at: ts.Node) => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({ specifier: specifier.text, position: at.getStart(source), isType: isTypeOnly(at) });
    } else {
      report(at.getStart(source), "the path of an import is written out, so that it can be checked");
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node);
    else if (ts.isExternalModuleReference(node)) add(node.expression, node);
    else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, node);
    } else if (ts.isCallExpression(node) && isLoading(node)) add(node.arguments[0], node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const reference of [...source.referencedFiles, ...source.typeReferenceDirectives]) {
    report(reference.pos, "no reference comments; import what is needed");
  }
  return found;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (!ts.isImportDeclaration(node)) return false;
  const { importClause } = node;
  if (!importClause) return false;
  const { isTypeOnly, name, namedBindings } = importClause;
  const named = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  return isTypeOnly || (!name && named.length > 0 && named.every((one) => one.isTypeOnly));
}

function isLoading({ expression }: ts.CallExpression): boolean {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isIdentifier(expression) && expression.text === "require";
}

/** Checks one import against the table. Returns the file it leads to, when it is one of ours. */
export function checkImport(
  path: string,
  { specifier, position, isType }: Import,
  rules: Rules,
  report: Report,
) {
  const room = roomOf(path) ?? "";
  const own = fileRuleOf(path, rules) ?? {};
  const everything = own === "everything";
  const allowed = rules.rooms[room];
  if (allowed === undefined) return undefined; // reported once, for the file

  if (!specifier.startsWith(".")) {
    if (isBuiltin(specifier) && !specifier.startsWith("node:")) {
      report(position, `"${specifier}" is written "node:${specifier}"`);
    } else if (
      !everything &&
      ![...allowed.outside, ...(own.outside ?? [])].some((pattern) => matches(specifier, pattern))
    ) {
      report(position, `${room} may not import "${specifier}"`);
    }
    return undefined;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (target === "package.json" && room === "cli") return undefined;
  const targetRoom = roomOf(target);
  if (targetRoom === undefined) report(position, `${target} is outside src`);
  else if (isTest(target)) report(position, `${target} is a test`);
  else if (!/\.(tsx?|json|css)$/.test(target))
    report(position, `"${specifier}" is written with its ending, .ts`);
  else if (!isType && allowed.types?.some((one) => target.startsWith(`src/${one}`)))
    report(position, `${room} may import only types of ${target}`);
  else if (targetRoom !== room && !everything && !allowed.rooms.includes(targetRoom)) {
    report(position, `${room} may not import ${targetRoom} (${target})`);
  } else if (targetRoom === room && !mayMeet(path, target, rules)) {
    report(
      position,
      `${room}/${innerRoomOf(path)} may not import ${room}/${innerRoomOf(target)} (${target})`,
    );
  }
  return target;
}

/** Whether two files of one room may know each other: same inner room, or the table says so. */
function mayMeet(path: string, target: string, rules: Rules): boolean {
  const [from, to] = [innerRoomOf(path), innerRoomOf(target)];
  if (from === to || from === undefined || to === undefined) return true;
  return rules.inner[roomOf(path) ?? ""]?.[from]?.includes(to) ?? false;
}

function matches(specifier: string, pattern: string): boolean {
  if (pattern.endsWith("/*")) return specifier.startsWith(pattern.slice(0, -1));
  if (pattern.startsWith("node:")) return specifier === pattern;
  return specifier === pattern || specifier.startsWith(`${pattern}/`);
}

/** One cycle per knot of files that import each other, as a path that ends where it begins. */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || finished.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
