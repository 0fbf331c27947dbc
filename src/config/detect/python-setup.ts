import { lockFiles } from "../../core/reports/change/lock-files.ts";
import { shellWord } from "../../core/text/quoted.ts";
import type { DetectedSetup, ProjectFiles } from "./detected.ts";
import { type Group, hasIn, type PythonProject } from "./python-project.ts";

/** How a Python project is made ready, and how its programs start then. */
export interface PythonReady {
  readonly setup?: DetectedSetup;
  readonly python: string;
  readonly ruff: string;
  /** Its own code is installed from where it stands, so that tests import this code and no other copy. */
  readonly isInstalled: boolean;
}

export function readyPython(project: PythonProject, files: ProjectFiles, runner: string): PythonReady {
  if (files.has(lockFiles.uv)) return withUv(project);
  if (files.has(lockFiles.poetry)) return withPoetry(project);
  if (files.has(lockFiles.pipenv)) return withPipenv(project);
  return withPip(project, runner);
}

const inVenv = { python: ".venv/bin/python", ruff: ".venv/bin/python -m ruff" };

function withUv(project: PythonProject): PythonReady {
  const extra = flags("--extra", holding(project.extras, "pytest"));
  const group = flags(
    "--group",
    holding(project.groups, "pytest").filter((name) => name !== "dev"),
  );
  const why = `${lockFiles.uv} pins what the project depends on`;
  const hasRuff = [...project.groups, ...project.extras].some(({ needs }) => hasIn(needs, "ruff"));
  return {
    setup: { run: `uv sync --frozen${extra}${group}`, update: "uv lock", why },
    python: "uv run --no-sync python",
    ruff: hasRuff ? "uv run --no-sync ruff" : "ruff",
    isInstalled: project.isPackage,
  };
}

/** Told to keep its environment in the project, where it is kept for every worktree; as is pipenv. */
function withPoetry(project: PythonProject): PythonReady {
  const extra = flags("--extras", holding(project.extras, "pytest"));
  return {
    setup: {
      run: `POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction${extra}`,
      update: "poetry lock --no-interaction",
      why: `${lockFiles.poetry} pins what the project depends on`,
    },
    ...inVenv,
    isInstalled: true,
  };
}

function withPipenv(project: PythonProject): PythonReady {
  return {
    setup: {
      run: "PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev",
      update: "pipenv lock",
      why: `${lockFiles.pipenv} pins what the project depends on`,
    },
    ...inVenv,
    isInstalled: !project.isInSrc,
  };
}

/** An environment of its own, where there is anything to install. */
function withPip(project: PythonProject, runner: string): PythonReady {
  const { isPackage, isInSrc, needs, requirementFiles, tox } = project;
  const [extra] = holding(project.extras, "pytest");
  const group = project.groups.find((one) => hasIn(one.needs, "pytest"));
  const chosen = chosenFiles(requirementFiles);
  const lists = [...(group?.needs ?? []), ...tox].filter((need) => !need.startsWith("-"));
  const isAny = chosen.length > 0 || lists.length > 0 || needs.length > 0 || extra !== undefined;
  if (!isAny) return { python: "python3", ruff: "ruff", isInstalled: false };
  const isInstalled = isPackage && (isInSrc || needs.length > 0 || extra !== undefined);
  const declared = [
    ...lists,
    ...(project.extras.find(({ name }) => name === extra)?.needs ?? []),
    ...requirementFiles.filter(({ path }) => chosen.includes(path)).flatMap(({ lines }) => lines),
  ];
  const missing = [
    ...(runner === "pytest" && !hasIn(declared, "pytest") ? ["pytest"] : []),
    ...(project.ruff !== undefined && !hasIn(declared, "ruff") ? ["ruff"] : []),
  ];
  const words = [
    ...chosen.map((path) => `-r ${path}`),
    ...(isInstalled ? [extra === undefined ? "-e ." : `-e '.[${extra}]'`] : []),
    ...[...new Set([...lists, ...missing])].map(shellWord),
  ];
  return {
    setup: {
      run: `python3 -m venv .venv && .venv/bin/pip install -q ${words.join(" ")}`,
      why: whyPip(chosen, isInstalled, isInSrc),
    },
    ...inVenv,
    isInstalled,
  };
}

function whyPip(chosen: readonly string[], isInstalled: boolean, isInSrc: boolean): string {
  const [file] = chosen;
  const named =
    file === undefined ? "the project names what it depends on" : `${file} names what it depends on`;
  return isInstalled && isInSrc
    ? `${named}; -e makes tests import the code in src and no other copy of it`
    : named;
}

/** The files for development first; what they include themselves is not installed twice. */
function chosenFiles(files: PythonProject["requirementFiles"]): readonly string[] {
  const isForDevelopment = (path: string) => /dev|test|local/.test(path);
  const own = files.find(({ path }) => isForDevelopment(path));
  const plain = files.find(({ path }) => /^requirements(?:\.txt|\/(?:base|main)\.txt)$/.test(path));
  if (!own) return plain ? [plain.path] : [];
  const includes = own.lines.some((line) => /^(?:-r|--requirement)\b/.test(line));
  return plain && !includes ? [plain.path, own.path] : [own.path];
}

function holding(groups: readonly Group[], name: string): readonly string[] {
  return groups.filter(({ needs }) => hasIn(needs, name)).map((group) => group.name);
}

function flags(flag: string, [name]: readonly string[]): string {
  return name === undefined ? "" : ` ${flag} ${name}`;
}
