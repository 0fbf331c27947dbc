import { lockFiles } from "../../core/reports/change/lock-files.ts";
import {
  type Detected,
  type DetectedCheck,
  nothing,
  objectOf,
  oneTest,
  type ProjectFiles,
} from "./detected.ts";

/** Scripts that are checks, by what they check. The first name of each that there is counts. */
const kinds = [
  ["lint"],
  ["typecheck", "type-check", "types", "tsc", "check-types"],
  ["check"],
  ["test", "test:unit", "test:ci", "tests"],
] as const;

export async function fromNode(files: ProjectFiles): Promise<Detected> {
  const about = objectOf(await files.read("package.json"));
  if (!about) return nothing;
  const manager = await packageManager(files, String(about.packageManager ?? ""));
  const { program, install, update, lock } = manager;
  const scripts = objectOf(about.scripts) ?? {};
  const checks = [...scriptChecks(scripts, program)];
  if (!checks.some(isTest)) checks.push(...(await besideScripts(files, scripts, about, program)));
  if (checks.length === 0) return nothing;
  const isWorkspace = about.workspaces !== undefined || files.has("pnpm-workspace.yaml");
  const needs = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"].some(
    (key) => Object.keys(objectOf(about[key]) ?? {}).length > 0,
  );
  const named =
    isWorkspace && !needs ? "the workspaces name dependencies" : "package.json names dependencies";
  const setup = {
    run: install,
    ...(lock !== undefined && { update }),
    why: `${named}${lock ? `, ${lock} pins them` : ""}; a fresh checkout has none of them`,
  };
  return needs || isWorkspace ? { setup, checks } : { checks };
}

function isTest({ name }: DetectedCheck): boolean {
  return name === "test";
}

function scriptChecks(scripts: Record<string, unknown>, program: string): readonly DetectedCheck[] {
  return kinds.flatMap((names) => {
    const name = names.find((one) => isReal(scripts[one]));
    if (name === undefined) return [];
    const kind = names[0];
    // Bun has a test runner of its own behind `bun test`.
    const isShort = name === "test" && program !== "bun";
    const run = isShort ? `${program} test` : `${program} run ${name}`;
    return [{ name: kind, run, why: `package.json has a script "${name}"` }];
  });
}

/** The script that `npm init` writes is not a test. */
function isReal(script: unknown): boolean {
  return typeof script === "string" && script !== "" && !script.includes("no test specified");
}

/** What there is where no script tests: the workspaces' own scripts, files for a built-in runner, the build. */
async function besideScripts(
  files: ProjectFiles,
  scripts: Record<string, unknown>,
  about: Record<string, unknown>,
  program: string,
): Promise<readonly DetectedCheck[]> {
  if (about.workspaces !== undefined || files.has("pnpm-workspace.yaml")) {
    const tested = await testedWorkspaces(files);
    if (tested !== undefined)
      return [{ name: "test", run: inWorkspaces[program] ?? inWorkspaces.npm ?? "", why: tested }];
  }
  const [tests] = files.like(/\.test\.[jt]sx?$/);
  if (program === "bun" && tests !== undefined)
    return oneTest("bun test", `${tests} is a test for Bun's own runner`).checks;
  if (!isReal(scripts.build)) return [];
  const why = 'package.json has a script "build" and none that tests';
  return [{ name: "build", run: `${program} run build`, why }];
}

const inWorkspaces: Readonly<Record<string, string>> = {
  npm: "npm test --workspaces --if-present",
  pnpm: "pnpm -r test",
  yarn: "yarn workspaces run test",
  bun: "bun run --filter '*' test",
};

async function testedWorkspaces(files: ProjectFiles): Promise<string | undefined> {
  for (const path of files.like(/.\/package\.json$/)) {
    const scripts = objectOf(objectOf(await files.read(path))?.scripts);
    if (isReal(scripts?.test)) return `${path} has a script "test"`;
  }
  return undefined;
}

interface PackageManager {
  readonly program: string;
  /** The files that pin versions, and the command that installs exactly these. */
  readonly locks: readonly string[];
  readonly pinned: string;
  /** Writes that file anew, and installs nothing where it can. */
  readonly update: string;
  /** The command where nothing is pinned. As far as it can, it leaves no file that a commit would take up. */
  readonly loose: string;
}

const npm: PackageManager = {
  program: "npm",
  locks: [lockFiles.npm, lockFiles.shrinkwrap],
  pinned: "npm ci",
  update: "npm install --package-lock-only",
  loose: "npm install --no-package-lock",
};
const yarn: PackageManager = {
  program: "yarn",
  locks: [lockFiles.yarn],
  pinned: "yarn install --immutable",
  update: "yarn install",
  loose: "yarn install",
};
const packageManagers: readonly PackageManager[] = [
  {
    program: "pnpm",
    locks: [lockFiles.pnpm],
    pinned: "pnpm install --frozen-lockfile",
    update: "pnpm install --lockfile-only",
    loose: "pnpm install --no-lockfile",
  },
  yarn,
  {
    program: "bun",
    locks: [lockFiles.bun, lockFiles.oldBun],
    pinned: "bun install --frozen-lockfile",
    update: "bun install --lockfile-only",
    loose: "bun install --no-save",
  },
  npm,
];

/** The one that package.json names, else the one whose lock file is there. */
async function packageManager(files: ProjectFiles, named: string) {
  const lockOf = ({ locks }: PackageManager) => locks.find((name) => files.has(name));
  const chosen =
    packageManagers.find(({ program }) => named.startsWith(program)) ??
    packageManagers.find((one) => lockOf(one) !== undefined) ??
    npm;
  const { program, pinned, loose, update } = chosen;
  const lock = lockOf(chosen);
  if (lock === undefined) return { program, install: loose, update, lock };
  const isOldYarn = program === "yarn" && (await files.read(lock))?.includes("yarn lockfile v1") === true;
  return { program, install: isOldYarn ? "yarn install --frozen-lockfile" : pinned, update, lock };
}

export async function fromDeno(files: ProjectFiles): Promise<Detected> {
  const file = ["deno.json", "deno.jsonc"].find((name) => files.has(name));
  if (file === undefined) return nothing;
  // A file with comments is not read: its tasks are not needed to test it.
  const tasks = objectOf(objectOf(await files.read(file))?.tasks);
  return tasks?.test === undefined
    ? oneTest("deno test", `there is a ${file}`)
    : oneTest("deno task test", `${file} has a task "test"`);
}
