import { type Detected, type DetectedCheck, nothing, type ProjectFiles } from "./detected.ts";
import { type PythonProject, readPython } from "./python-project.ts";
import { type PythonReady, readyPython } from "./python-setup.ts";

export async function fromPython(files: ProjectFiles): Promise<Detected> {
  const project = await readPython(files);
  if (!project) return nothing;
  const test = testOf(project, files);
  if (!test) return nothing;
  const ready = readyPython(project, files, test.runner);
  const lint = lintOf(project, ready);
  return {
    ...(ready.setup && { setup: ready.setup }),
    checks: [...(lint ? [lint] : []), { name: "test", run: commandOf(test, project, ready), why: test.why }],
  };
}

interface Test {
  readonly runner: "pytest" | "unittest" | "django";
  readonly why: string;
}

/** What runs the tests. Undefined: there seem to be none. */
function testOf(project: PythonProject, files: ProjectFiles): Test | undefined {
  if (project.pytest !== undefined) return { runner: "pytest", why: project.pytest };
  if (files.has("manage.py"))
    return { runner: "django", why: "there is a manage.py, and nothing names pytest" };
  const [test] = project.tests;
  if (test === undefined) return undefined;
  return { runner: "unittest", why: `there is ${test}, and nothing names pytest` };
}

function commandOf({ runner }: Test, project: PythonProject, ready: PythonReady): string {
  const { python, isInstalled } = ready;
  // Without this, tests would import a copy that is installed on this machine, or nothing.
  const path = project.isInSrc && !isInstalled && !project.setsPath ? "PYTHONPATH=src " : "";
  switch (runner) {
    case "pytest":
      return `${path}${python} -m pytest -q`;
    case "django":
      return `${path}${python} manage.py test`;
    case "unittest":
      // With -v it names the tests that pass, so that evidence can be looked up.
      return `${path}${python} -m unittest discover -v${whereFrom(project)}`;
  }
}

/** Discovery enters a folder only if it is a package, and looks for `test*.py`. */
function whereFrom({ tests, packages }: PythonProject): string {
  const folders = new Set(tests.map((path) => path.split("/").slice(0, -1).join("/")));
  if (folders.has("")) return "";
  const [top] = [...folders].map((folder) => folder.split("/")[0] ?? "").toSorted();
  return top === undefined || packages.has(top) ? "" : ` -s ${top}`;
}

function lintOf({ ruff }: PythonProject, ready: PythonReady): DetectedCheck | undefined {
  return ruff === undefined ? undefined : { name: "lint", run: `${ready.ruff} check .`, why: ruff };
}
