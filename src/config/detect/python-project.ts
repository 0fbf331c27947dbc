import { parse } from "smol-toml";
import { objectOf, type ProjectFiles } from "./detected.ts";

/** What the files of a Python project say about it. */
export interface PythonProject {
  /** What was seen that names pytest. */
  readonly pytest?: string;
  /** The settings of ruff that there are. */
  readonly ruff?: string;
  /** Files that look like tests. */
  readonly tests: readonly string[];
  /** Folders that can be imported. */
  readonly packages: ReadonlySet<string>;
  /** It can be installed, so that its own code is imported from where it stands. */
  readonly isPackage: boolean;
  /** Its code is in `src`, where Python does not look by itself. */
  readonly isInSrc: boolean;
  /** Its settings say where pytest finds the code. */
  readonly setsPath: boolean;
  /** What it needs to run. */
  readonly needs: readonly string[];
  /** What it needs besides, in named groups. */
  readonly extras: readonly Group[];
  readonly groups: readonly Group[];
  /** Files with one requirement per line. */
  readonly requirementFiles: readonly { readonly path: string; readonly lines: readonly string[] }[];
  /** What tox installs before it runs the tests. */
  readonly tox: readonly string[];
}

export interface Group {
  readonly name: string;
  readonly needs: readonly string[];
}

/** Undefined: nothing says that this is a project in Python. */
export async function readPython(files: ProjectFiles): Promise<PythonProject | undefined> {
  const text = await files.read("pyproject.toml");
  const setupPy = await files.read("setup.py");
  const setupCfg = await files.read("setup.cfg");
  const toxIni = await files.read("tox.ini");
  const requirementFiles = await readRequirements(files);
  const named = [text, setupPy, setupCfg, toxIni, await files.read("Pipfile")];
  const others = ["pytest.ini", ".pytest.ini", "manage.py", "conftest.py"].some((name) => files.has(name));
  if (named.every((one) => one === undefined) && requirementFiles.length === 0 && !others) return undefined;
  const toml = text === undefined ? {} : tomlOf(text);
  const project = objectOf(toml.project) ?? {};
  const tool = objectOf(toml.tool) ?? {};
  const poetry = objectOf(tool.poetry);
  const cfg = sectionsOf(setupCfg ?? "");
  const tox = toxNeeds(toxIni ?? textOf(objectOf(tool.tox)?.legacy_tox_ini));
  const tests = testsIn(files);
  const extras = [...groupsIn(project["optional-dependencies"]), ...extrasOf(cfg)];
  const groups = [...groupsIn(toml["dependency-groups"]), ...poetryGroups(poetry), ...pdmGroups(tool)];
  const declared = { setupPy, cfg, toxIni, extras, groups, requirementFiles };
  const pytest = await pytestSeen(files, { ...declared, tool, tests, toml: text });
  const ruff = ruffSeen(files, tool);
  return {
    ...(pytest !== undefined && { pytest }),
    ...(ruff !== undefined && { ruff }),
    tests,
    packages: new Set(files.like(/^[^/]+\/__init__\.py$/).map((path) => path.split("/")[0] ?? "")),
    isPackage: toml["build-system"] !== undefined || setupPy !== undefined,
    isInSrc: files.like(/^src\/(?:[^/]+\/)?[^/]+\.py$/).length > 0,
    setsPath: setsPath(tool, await files.read("pytest.ini"), cfg, toxIni),
    needs: [
      ...textsOf(project.dependencies),
      ...poetryNeeds(poetry),
      ...linesOf(cfg.options?.install_requires),
    ],
    extras,
    groups,
    requirementFiles,
    tox,
  };
}

/** A file that its owner has to fix says nothing. */
function tomlOf(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

function testsIn(files: ProjectFiles): readonly string[] {
  const isTest = /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/;
  return files.like(/\.py$/).filter((path) => isTest.test(path) && !path.startsWith("src/"));
}

interface Seen {
  readonly toml: string | undefined;
  readonly tool: Record<string, unknown>;
  readonly setupPy: string | undefined;
  readonly cfg: Sections;
  readonly toxIni: string | undefined;
  readonly extras: readonly Group[];
  readonly groups: readonly Group[];
  readonly requirementFiles: PythonProject["requirementFiles"];
  readonly tests: readonly string[];
}

/** The first thing that names pytest, in words. */
async function pytestSeen(files: ProjectFiles, seen: Seen): Promise<string | undefined> {
  const settings = ["pytest.ini", ".pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"];
  const own = settings.find((name) => files.has(name));
  if (own !== undefined) return `there is ${own}`;
  if (seen.toml?.includes("pytest")) return "pyproject.toml names pytest";
  if (seen.cfg["tool:pytest"] || [...seen.extras, ...seen.groups].some(({ needs }) => hasIn(needs, "pytest")))
    return "the settings name pytest";
  if (seen.toxIni !== undefined && /\bpytest\b/.test(seen.toxIni)) return "tox.ini names pytest";
  const file = seen.requirementFiles.find(({ lines }) => hasIn(lines, "pytest"));
  if (file) return `${file.path} names pytest`;
  if (/\bpytest\b/.test(seen.setupPy ?? "")) return "setup.py names pytest";
  if ((await files.read("Pipfile"))?.includes("pytest")) return "Pipfile names pytest";
  if ((await files.read("noxfile.py"))?.includes("pytest")) return "noxfile.py names pytest";
  for (const path of seen.tests.slice(0, mostTests)) {
    const text = (await files.read(path)) ?? "";
    // A function at the top of a file is a test to pytest alone.
    if (/^(?:import|from) pytest\b|^(?:async )?def test_/m.test(text)) return `${path} is a test for pytest`;
  }
  return undefined;
}

const mostTests = 20;

function ruffSeen(files: ProjectFiles, tool: Record<string, unknown>): string | undefined {
  const file = ["ruff.toml", ".ruff.toml"].find((name) => files.has(name));
  if (file !== undefined) return `there is a ${file}`;
  return tool.ruff === undefined ? undefined : "pyproject.toml has settings for ruff";
}

function setsPath(
  tool: Record<string, unknown>,
  pytestIni: string | undefined,
  cfg: Sections,
  toxIni: string | undefined,
): boolean {
  const pytest = objectOf(tool.pytest);
  const inToml = { ...pytest, ...objectOf(pytest?.ini_options) }.pythonpath;
  const inFiles = [sectionsOf(pytestIni ?? "").pytest, cfg["tool:pytest"], sectionsOf(toxIni ?? "").pytest];
  return inToml !== undefined || inFiles.some((section) => section?.pythonpath !== undefined);
}

async function readRequirements(files: ProjectFiles): Promise<PythonProject["requirementFiles"]> {
  const paths = files.like(requirementFile);
  return Promise.all(paths.map(async (path) => ({ path, lines: linesOf(await files.read(path)) })));
}

const requirementFile =
  /^(?:(?:(?:dev|test|tests)[-_])?requirements(?:[-_.](?:dev|develop|test|tests|testing))?\.txt|requirements\/(?:base|dev|develop|local|test|tests|testing|main)\.txt)$/;

/** Whether one of these requirements is this package: `pytest>=8`, `pytest[x] ; python_version > "3"`. */
export function hasIn(needs: readonly string[], name: string): boolean {
  return needs.some((need) => new RegExp(`^${name}(?![\\w.-])`, "i").test(need));
}

function groupsIn(value: unknown): readonly Group[] {
  return Object.entries(objectOf(value) ?? {}).map(([name, needs]) => ({ name, needs: textsOf(needs) }));
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function poetryNeeds(poetry: Record<string, unknown> | undefined): readonly string[] {
  return Object.keys(objectOf(poetry?.dependencies) ?? {}).filter((name) => name !== "python");
}

function poetryGroups(poetry: Record<string, unknown> | undefined): readonly Group[] {
  const named = Object.entries(objectOf(poetry?.group) ?? {}).map(([name, group]) => ({
    name,
    needs: Object.keys(objectOf(objectOf(group)?.dependencies) ?? {}),
  }));
  const old = Object.keys(objectOf(poetry?.["dev-dependencies"]) ?? {});
  return old.length === 0 ? named : [...named, { name: "dev", needs: old }];
}

function pdmGroups(tool: Record<string, unknown>): readonly Group[] {
  return groupsIn(objectOf(tool.pdm)?.["dev-dependencies"]);
}

type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** An ini file. A value goes on in the indented lines below it. */
function sectionsOf(text: string): Sections {
  const sections: Record<string, Record<string, string>> = {};
  let section: Record<string, string> = {};
  let key = "";
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\[(.+)\]\s*$/.exec(line)?.[1];
    const [, name, value = ""] = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (heading !== undefined) {
      section = sections[heading.trim()] ??= {};
      key = "";
    } else if (name !== undefined) {
      key = name;
      section[key] = value;
    } else if (key !== "" && /^\s+\S/.test(line)) section[key] += `\n${line.trim()}`;
  }
  return sections;
}

function linesOf(text: string | undefined): readonly string[] {
  const lines = (text ?? "").split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*$/, "").trim());
  return lines.filter((line) => line !== "");
}

function extrasOf(cfg: Sections): readonly Group[] {
  return Object.entries(cfg["options.extras_require"] ?? {}).map(([name, text]) => ({
    name,
    needs: linesOf(text),
  }));
}

/** What `[testenv]` installs: without what holds for some environments only, and without what tox fills in. */
function toxNeeds(text: string): readonly string[] {
  const { deps = "" } = sectionsOf(text).testenv ?? {};
  return linesOf(deps).filter((line) => !/^[\w,!-]+:\s|[{}]/.test(line));
}
