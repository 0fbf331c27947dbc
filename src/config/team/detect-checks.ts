import { join } from "node:path";
import { readTextFile } from "../read-text-file.ts";

export interface DetectedCheck {
  readonly name: string;
  readonly run: string;
  /** What Huddle saw, for the person to judge. */
  readonly why: string;
}

/** Reads a file at the top of a project, by name; undefined: there is none. */
type Read = (name: Marker) => Promise<string | undefined>;

/** Those of these files at the top of a project that a clean checkout of it can have. */
export type Kept = (root: string, names: readonly string[]) => Promise<readonly string[]>;

/** Every file that is looked at. */
const markers = [
  ...["package.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "package-lock.json"],
  ...["deno.json", "deno.jsonc", "Cargo.toml", "go.mod"],
  ...["pyproject.toml", "setup.cfg", "requirements-dev.txt", "pytest.ini", "uv.lock", "setup.py"],
  ...["pom.xml", "gradlew", "mix.exs", "Makefile", "makefile", "GNUmakefile"],
] as const;

type Marker = (typeof markers)[number];

/**
 * How this project is tested, as far as its files tell. The first tool chain found wins. Checks run in clean checkouts,
 * so a file that git ignores tells nothing.
 */
export async function detectChecks(root: string, kept: Kept): Promise<readonly DetectedCheck[]> {
  const there = new Set(await kept(root, markers));
  const read: Read = async (name) =>
    there.has(name) ? readTextFile(join(root, name)).catch(() => undefined) : undefined;
  for (const detect of [fromNode, fromDeno, fromCargo, fromGo, fromPython, fromJava, fromMix, fromMake]) {
    const found = await detect(read);
    if (found.length > 0) return found;
  }
  return [];
}

async function fromNode(read: Read): Promise<readonly DetectedCheck[]> {
  const about = objectOf(await read("package.json"));
  const scripts = objectOf(about?.scripts);
  if (!about || !scripts) return [];
  const { program, install, lock } = await packageManager(read, String(about.packageManager ?? ""));
  const wanted = ["lint", "typecheck", "check", "test"].filter((name) => isReal(scripts[name]));
  if (wanted.length === 0) return [];
  const needs = ["dependencies", "devDependencies"].some(
    (key) => Object.keys(objectOf(about[key]) ?? {}).length > 0,
  );
  const installing = {
    name: "install",
    run: install,
    why: `package.json names dependencies${lock ? `, ${lock} pins them` : ""}; a fresh checkout has none of them`,
  };
  const scriptChecks = wanted.map((name) => ({
    name,
    run: name === "test" ? `${program} test` : `${program} run ${name}`,
    why: `package.json has a script "${name}"`,
  }));
  return needs ? [installing, ...scriptChecks] : scriptChecks;
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
  /** The command where nothing is pinned. As far as it can, it leaves no file that a commit would take up. */
  readonly loose: string;
}

const npm: PackageManager = {
  program: "npm",
  lock: "package-lock.json",
  pinned: "npm ci",
  loose: "npm install --no-package-lock",
};
const packageManagers: readonly PackageManager[] = [
  {
    program: "pnpm",
    lock: "pnpm-lock.yaml",
    pinned: "pnpm install --frozen-lockfile",
    loose: "pnpm install --no-lockfile",
  },
  { program: "yarn", lock: "yarn.lock", pinned: "yarn install --immutable", loose: "yarn install" },
  {
    program: "bun",
    lock: "bun.lock",
    pinned: "bun install --frozen-lockfile",
    loose: "bun install --no-save",
  },
  npm,
];

/** The one that package.json names, else the one whose lock file is there. */
async function packageManager(read: Read, named: string) {
  const locked: PackageManager[] = [];
  for (const one of packageManagers) if ((await read(one.lock)) !== undefined) locked.push(one);
  const chosen = packageManagers.find(({ program }) => named.startsWith(program)) ?? locked[0] ?? npm;
  const { program, lock, pinned, loose } = chosen;
  return locked.includes(chosen)
    ? { program, install: pinned, lock }
    : { program, install: loose, lock: undefined };
}

async function fromDeno(read: Read): Promise<readonly DetectedCheck[]> {
  const file = (await read("deno.json")) !== undefined ? "deno.json" : "deno.jsonc";
  return (await read(file)) === undefined
    ? []
    : [{ name: "test", run: "deno test", why: `there is a ${file}` }];
}

async function fromCargo(read: Read): Promise<readonly DetectedCheck[]> {
  if ((await read("Cargo.toml")) === undefined) return [];
  return [{ name: "test", run: "cargo test", why: "there is a Cargo.toml" }];
}

async function fromGo(read: Read): Promise<readonly DetectedCheck[]> {
  if ((await read("go.mod")) === undefined) return [];
  return [
    { name: "vet", run: "go vet ./...", why: "there is a go.mod" },
    { name: "test", run: "go test ./...", why: "there is a go.mod" },
  ];
}

async function fromPython(read: Read): Promise<readonly DetectedCheck[]> {
  const project = await read("pyproject.toml");
  const seen = project !== undefined ? "pyproject.toml" : undefined;
  const told = [
    project,
    await read("setup.cfg"),
    await read("requirements-dev.txt"),
    await read("pytest.ini"),
  ];
  const pytest = told.some((text) => text?.includes("pytest")) || (await read("pytest.ini")) !== undefined;
  const runner = (await read("uv.lock")) !== undefined ? "uv run " : "python3 -m ";
  if (pytest)
    return [{ name: "test", run: `${runner}pytest -q`, why: `${seen ?? "the settings"} names pytest` }];
  if (seen === undefined && (await read("setup.py")) === undefined) return [];
  return [
    {
      name: "test",
      run: "python3 -m unittest discover",
      why: `there is a ${seen ?? "setup.py"} and no pytest`,
    },
  ];
}

async function fromJava(read: Read): Promise<readonly DetectedCheck[]> {
  if ((await read("pom.xml")) !== undefined)
    return [{ name: "test", run: "mvn -q test", why: "there is a pom.xml" }];
  if ((await read("gradlew")) === undefined) return [];
  return [{ name: "test", run: "./gradlew test", why: "there is a gradlew" }];
}

async function fromMix(read: Read): Promise<readonly DetectedCheck[]> {
  return (await read("mix.exs")) === undefined
    ? []
    : [{ name: "test", run: "mix test", why: "there is a mix.exs" }];
}

async function fromMake(read: Read): Promise<readonly DetectedCheck[]> {
  for (const file of ["Makefile", "makefile", "GNUmakefile"] as const) {
    const text = await read(file);
    const target = ["test", "check"].find((name) => text && new RegExp(`^${name}\\s*:(?!=)`, "m").test(text));
    if (target !== undefined)
      return [{ name: target, run: `make ${target}`, why: `${file} has a target "${target}"` }];
  }
  return [];
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // a broken package.json tells us nothing; its owner has to fix it
  }
}
