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

/** The files that a clean checkout of a project can have, as far as anything here asks for them. */
export interface ProjectFiles {
  has(path: string): boolean;
  /** The paths that fit. */
  like(pattern: RegExp): readonly string[];
  /** Undefined: there is no such file, or it cannot be read. */
  read(path: string): Promise<string | undefined>;
}

/** Every file that is looked at, in the patterns of git. */
export const looked: readonly string[] = [
  ...["*", "*/package.json", "*/*/package.json", ".yarn/releases/*", "bin/rails"],
  ...["src/*.py", "src/*/*.py", "*/__init__.py", "tests/**/*.py", "test/**/*.py", "*/test_*.py"],
  ...["requirements/*", "*/*.test.[jt]s", "*/*.test.[jt]sx", "test/*.rb", "test/**/*_test.rb"],
  ...["spec/**/*_spec.rb", "*/*.*proj", "*/*/*.*proj"],
].map((pattern) => `:(glob)${pattern}`);

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
