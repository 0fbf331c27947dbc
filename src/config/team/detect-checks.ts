import { join } from "node:path";
import { lockFiles } from "../../core/reports/change/lock-files.ts";
import { readTextFile } from "../read-text-file.ts";
import { fromComposer, fromJava, fromMix, fromRuby } from "./detect-more.ts";
import {
  type Detected,
  type DetectedSetup,
  type Marker,
  markers,
  nothing,
  objectOf,
  oneTest,
  type Read,
} from "./detected.ts";

/** Those of these files at the top of a project that a clean checkout of it can have. */
export type Kept = (root: string, names: readonly string[]) => Promise<readonly string[]>;

/**
 * How this project is tested, as far as its files tell. The first tool chain found wins. Checks run in clean checkouts,
 * so a file that git ignores tells nothing.
 */
export async function detectChecks(root: string, kept: Kept): Promise<Detected> {
  const there = new Set(await kept(root, markers));
  const read: Read = async (name) =>
    there.has(name) ? readTextFile(join(root, name)).catch(() => undefined) : undefined;
  for (const detect of detectors) {
    const found = await detect(read);
    if (found.checks.length > 0) return found;
  }
  return nothing;
}

const detectors = [
  ...[fromNode, fromDeno, fromCargo, fromGo, fromPython, fromJava, fromMix],
  ...[fromRuby, fromComposer, fromMake],
];

async function fromNode(read: Read): Promise<Detected> {
  const about = objectOf(await read("package.json"));
  const scripts = objectOf(about?.scripts);
  if (!about || !scripts) return nothing;
  const { program, install, update, lock } = await packageManager(read, String(about.packageManager ?? ""));
  const wanted = ["lint", "typecheck", "check", "test"].filter((name) => isReal(scripts[name]));
  if (wanted.length === 0) return nothing;
  const needs = ["dependencies", "devDependencies"].some(
    (key) => Object.keys(objectOf(about[key]) ?? {}).length > 0,
  );
  const setup = {
    run: install,
    ...(lock !== undefined && { update }),
    why: `package.json names dependencies${lock ? `, ${lock} pins them` : ""}; a fresh checkout has none of them`,
  };
  const checks = wanted.map((name) => ({
    name,
    run: name === "test" ? `${program} test` : `${program} run ${name}`,
    why: `package.json has a script "${name}"`,
  }));
  return needs ? { setup, checks } : { checks };
}

/** The script that `npm init` writes is not a test. */
function isReal(script: unknown): boolean {
  return typeof script === "string" && script !== "" && !script.includes("no test specified");
}

interface PackageManager {
  readonly program: string;
  /** The file that pins versions, and the command that installs exactly these. */
  readonly lock: Marker;
  readonly pinned: string;
  /** Writes that file anew, and installs nothing where it can. */
  readonly update: string;
  /** The command where nothing is pinned. As far as it can, it leaves no file that a commit would take up. */
  readonly loose: string;
}

const npm: PackageManager = {
  program: "npm",
  lock: lockFiles.npm,
  pinned: "npm ci",
  update: "npm install --package-lock-only",
  loose: "npm install --no-package-lock",
};
const packageManagers: readonly PackageManager[] = [
  {
    program: "pnpm",
    lock: lockFiles.pnpm,
    pinned: "pnpm install --frozen-lockfile",
    update: "pnpm install --lockfile-only",
    loose: "pnpm install --no-lockfile",
  },
  {
    program: "yarn",
    lock: lockFiles.yarn,
    pinned: "yarn install --immutable",
    update: "yarn install",
    loose: "yarn install",
  },
  {
    program: "bun",
    lock: lockFiles.bun,
    pinned: "bun install --frozen-lockfile",
    update: "bun install --lockfile-only",
    loose: "bun install --no-save",
  },
  npm,
];

/** The one that package.json names, else the one whose lock file is there. */
async function packageManager(read: Read, named: string) {
  const locked: PackageManager[] = [];
  for (const one of packageManagers) if ((await read(one.lock)) !== undefined) locked.push(one);
  const chosen = packageManagers.find(({ program }) => named.startsWith(program)) ?? locked[0] ?? npm;
  const { program, lock, pinned, loose, update } = chosen;
  return locked.includes(chosen)
    ? { program, install: pinned, update, lock }
    : { program, install: loose, update, lock: undefined };
}

async function fromDeno(read: Read): Promise<Detected> {
  const file = (await read("deno.json")) !== undefined ? "deno.json" : "deno.jsonc";
  return (await read(file)) === undefined ? nothing : oneTest("deno test", `there is a ${file}`);
}

async function fromCargo(read: Read): Promise<Detected> {
  if ((await read("Cargo.toml")) === undefined) return nothing;
  const found = oneTest("cargo test", "there is a Cargo.toml");
  if ((await read(lockFiles.cargo)) === undefined) return found;
  const why = `${lockFiles.cargo} pins what the project depends on`;
  return { ...found, setup: { run: "cargo fetch --locked", update: "cargo update --workspace", why } };
}

async function fromGo(read: Read): Promise<Detected> {
  if ((await read("go.mod")) === undefined) return nothing;
  const checks = [
    { name: "vet", run: "go vet ./...", why: "there is a go.mod" },
    { name: "test", run: "go test ./...", why: "there is a go.mod" },
  ];
  if ((await read(lockFiles.go)) === undefined) return { checks };
  const why = `${lockFiles.go} pins what the project depends on`;
  return { checks, setup: { run: "go mod download", update: "go mod tidy", why } };
}

/** How a Python project is made ready, and the words that start its interpreter then. */
async function pythonSetup(read: Read): Promise<{ readonly setup?: DetectedSetup; readonly start: string }> {
  if ((await read(lockFiles.uv)) !== undefined) {
    const why = `${lockFiles.uv} pins what the project depends on`;
    return {
      setup: { run: "uv sync --frozen", update: "uv lock", why },
      start: "uv run --no-sync python -m ",
    };
  }
  for (const { lock, run, update } of lockedPython)
    if ((await read(lock)) !== undefined)
      return {
        setup: { run, update, why: `${lock} pins what the project depends on` },
        start: ".venv/bin/python -m ",
      };
  for (const file of ["requirements-dev.txt", "requirements.txt"] as const) {
    if ((await read(file)) === undefined) continue;
    const run = `python3 -m venv .venv && .venv/bin/pip install -q -r ${file}`;
    return {
      setup: { run, why: `${file} names what the project depends on` },
      start: ".venv/bin/python -m ",
    };
  }
  return { start: "python3 -m " };
}

/** Both are told to keep their environment in the project, where it is kept for every worktree. */
const lockedPython = [
  {
    lock: "poetry.lock",
    run: "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction",
    update: "poetry lock --no-interaction",
  },
  { lock: "Pipfile.lock", run: "PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev", update: "pipenv lock" },
] as const;

async function fromPython(read: Read): Promise<Detected> {
  const project = await read("pyproject.toml");
  const seen = project !== undefined ? "pyproject.toml" : undefined;
  const told = [
    project,
    await read("setup.cfg"),
    await read("requirements-dev.txt"),
    await read("pytest.ini"),
  ];
  const pytest = told.some((text) => text?.includes("pytest")) || (await read("pytest.ini")) !== undefined;
  const { setup, start } = await pythonSetup(read);
  const ready = setup ? { setup } : {};
  if (pytest) return { ...ready, ...oneTest(`${start}pytest -q`, `${seen ?? "the settings"} names pytest`) };
  if (seen === undefined && (await read("setup.py")) === undefined) return nothing;
  const why = `there is a ${seen ?? "setup.py"} and no pytest`;
  return {
    ...ready,
    ...oneTest(`${start}unittest discover`, why),
  };
}

async function fromMake(read: Read): Promise<Detected> {
  for (const file of ["Makefile", "makefile", "GNUmakefile"] as const) {
    const text = await read(file);
    const target = ["test", "check"].find((name) => text && new RegExp(`^${name}\\s*:(?!=)`, "m").test(text));
    if (target !== undefined)
      return { checks: [{ name: target, run: `make ${target}`, why: `${file} has a target "${target}"` }] };
  }
  return nothing;
}
