import { lockFiles } from "../../core/reports/change/lock-files.ts";

/** How a project is made ready, and how it is tested. */
export interface Detected {
  readonly setup?: DetectedSetup;
  readonly checks: readonly DetectedCheck[];
}

export interface DetectedSetup {
  readonly run: string;
  /** Writes the lock files anew. */
  readonly update?: string;
  readonly why: string;
}

export interface DetectedCheck {
  readonly name: string;
  readonly run: string;
  /** What Huddle saw, for the person to judge. */
  readonly why: string;
}

/** Reads a file at the top of a project, by name; undefined: there is none. */
export type Read = (name: Marker) => Promise<string | undefined>;

/** Every file that is looked at. */
export const markers = [
  ...["package.json", lockFiles.pnpm, lockFiles.yarn, lockFiles.bun, lockFiles.npm],
  ...["deno.json", "deno.jsonc", "Cargo.toml", lockFiles.cargo, "go.mod", lockFiles.go],
  ...["pyproject.toml", "setup.cfg", "requirements.txt", "requirements-dev.txt", "pytest.ini", lockFiles.uv],
  ...["setup.py", lockFiles.poetry, lockFiles.pipenv, "Gemfile", lockFiles.bundler, "Rakefile"],
  ...["composer.json", lockFiles.composer, "phpunit.xml", "phpunit.xml.dist"],
  ...["pom.xml", "gradlew", "mix.exs", "Makefile", "makefile", "GNUmakefile"],
] as const;

export type Marker = (typeof markers)[number];

export const nothing: Detected = { checks: [] };

export function oneTest(run: string, why: string): Detected {
  return { checks: [{ name: "test", run, why }] };
}

/** A file in JSON, or a part of one. Undefined: it is no object, or broken; its owner has to fix it. */
export function objectOf(value: unknown): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
