import ts from "typescript";
import { checkComparisons } from "./compared-names.ts";
import { checkImport, cyclesOf, importsOf } from "./imports.ts";
import { checkMemories } from "./memories.ts";
import { innerRoomOf, isTest, type Report, type Rules, roomOf, type Violation } from "./rules.ts";
import { checkFileSize, crowdedRooms } from "./sizes.ts";
import { checkSurroundings } from "./surroundings.ts";

/** Checks a set of files, path to text. Tests may do as they like; nobody may import them. */
export function findViolations(files: ReadonlyMap<string, string>, rules: Rules): Violation[] {
  const program = programOf(files);
  const checker = program.getTypeChecker();
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();

  for (const path of files.keys()) {
    const source = program.getSourceFile(`/${path}`);
    if (source === undefined) throw new Error(`${path} was not parsed`);
    const report: Report = (position, message) => {
      const line = source.getLineAndCharacterOfPosition(position).line + 1;
      violations.push({ at: `${path}:${line}`, message });
    };
    if (isTest(path)) continue;
    checkPlace(path, rules, report);
    checkShape(source, report);
    checkFileSize(path, source, rules.sizes, report);
    checkMemories(path, source, rules, report);
    const targets = importsOf(source, report).map((one) => checkImport(path, one, rules, report));
    graph.set(
      path,
      targets.filter((target) => target !== undefined),
    );
    checkComparisons(path, source, rules, report);
    checkSurroundings(path, source, checker, rules, report);
  }
  violations.push(...crowdedRooms([...graph.keys()], rules.sizes));
  for (const cycle of cyclesOf(graph)) {
    violations.push({ at: `${cycle[0]}:1`, message: `imports go in a circle: ${cycle.join(" → ")}` });
  }
  return violations;
}

/** No library and no resolving: quick, and every name that is not ours stays unresolved. */
function programOf(files: ReadonlyMap<string, string>): ts.Program {
  const options: ts.CompilerOptions = {
    noLib: true,
    noResolve: true,
    types: [],
    jsx: ts.JsxEmit.Preserve,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
  };
  const read = (name: string) => files.get(name.slice(1));
  const host: ts.CompilerHost = {
    fileExists: (name) => read(name) !== undefined,
    readFile: read,
    getSourceFile: (name, language) => {
      const text = read(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, language, true);
    },
    getDefaultLibFileName: () => "",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
  };
  return ts.createProgram({ rootNames: [...files.keys()].map((path) => `/${path}`), options, host });
}

function checkPlace(path: string, rules: Rules, report: Report): void {
  const room = roomOf(path);
  const inner = innerRoomOf(path);
  if (room === undefined || rules.rooms[room] === undefined) report(0, `${path} is in no room of the table`);
  else if (inner !== undefined && rules.inner[room]?.[inner] === undefined) {
    report(0, `${room}/${inner} is in no room of the table`);
  }
  if (/^src\/(.*\/)?index\.tsx?$/.test(path)) report(0, "no barrel index.ts");
}

function checkShape(source: ts.SourceFile, report: Report): void {
  const visit = (node: ts.Node): void => {
    const wrong = wrongShape(node);
    if (wrong !== undefined) report(node.getStart(source), wrong);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function wrongShape(node: ts.Node): string | undefined {
  if (isDefaultExport(node)) return "no default exports";
  if (ts.isEnumDeclaration(node)) return "no enum";
  if (ts.isModuleDeclaration(node)) return "no namespace";
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.exportClause) return "no export *";
  if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))
    return "no parameter properties";
  return node.kind === ts.SyntaxKind.DeclareKeyword ? "no declare: it would hide a global" : undefined;
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === "default";
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
    return node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) ?? false;
  }
  return false;
}
