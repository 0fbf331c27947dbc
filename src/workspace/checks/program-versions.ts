import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import type { Check } from "../../core/terms/policy.ts";

/** How each program says its version. No other program is started: what `x --version` does is not known. */
const asked: Readonly<Record<string, readonly string[]>> = {
  node: ["--version"],
  npm: ["--version"],
  pnpm: ["--version"],
  yarn: ["--version"],
  bun: ["--version"],
  deno: ["--version"],
  python: ["--version"],
  python3: ["--version"],
  pytest: ["--version"],
  uv: ["--version"],
  poetry: ["--version"],
  go: ["version"],
  cargo: ["--version"],
  ruby: ["--version"],
  make: ["--version"],
  dotnet: ["--version"],
  php: ["--version"],
  java: ["--version"],
};

/** Programs that run on another one, whose version matters as much. */
const runsOn: Readonly<Record<string, string>> = {
  ...{ npm: "node", npx: "node", pnpm: "node", yarn: "node" },
  ...{ mvn: "java", "./gradlew": "java", bundle: "ruby", composer: "php" },
};

const longestMs = 5_000;

/** Asks each program once. Makes the folder that they are started in. */
export function programVersions(
  env: Readonly<Record<string, string>>,
  cwd: string,
): (checks: readonly Check[]) => Promise<readonly string[]> {
  const known = new Map<string, Promise<string | undefined>>();
  const versionOf = (program: string) => {
    const found = known.get(program) ?? ask(program, env, cwd);
    known.set(program, found);
    return found;
  };
  return async (checks) => {
    await mkdir(cwd, { recursive: true });
    const versions = await Promise.all(programsOf(checks).map(versionOf));
    return versions.flatMap((version) => version ?? []);
  };
}

/** The programs whose versions can be told, of those that a shell would start for these checks. */
export function programsOf(checks: readonly Check[]): readonly string[] {
  return startedBy(checks.map(({ run }) => run)).filter((program) => Object.hasOwn(asked, program));
}

/** The programs that a shell would start for these commands, as far as that can be read from them. */
export function startedBy(runs: readonly string[]): readonly string[] {
  const words = runs.flatMap((run) =>
    run.split(/&&|\|\||[;|\n]/).map((part) => /^\s*(?:[A-Z_]+=\S*\s+)*(\S+)/.exec(part)?.[1] ?? ""),
  );
  const programs = words.flatMap((word) => [word, ...(runsOn[word] ? [runsOn[word]] : [])]);
  return [...new Set(programs)].filter((word) => /^[\w@%+=:,./-]+$/.test(word)).sort();
}

/** How a program is asked for its version. Undefined: nobody knows what it would do. */
export function versionCommand(program: string): string | undefined {
  const words = Object.hasOwn(asked, program) ? asked[program] : undefined;
  return words && [program, ...words].join(" ");
}

function ask(
  program: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, [...(asked[program] ?? [])], { env, cwd, timeout: longestMs }, (error, stdout) => {
      const [line = ""] = stdout.trim().split("\n");
      // A program that is missing or fails has no version; its check says so better.
      if (error || line === "") return resolve(undefined);
      resolve(line.toLowerCase().includes(program.replace(/\d+$/, "")) ? line : `${program} ${line}`);
    });
  });
}
