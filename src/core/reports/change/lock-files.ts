/** The files that pin what a project depends on, by the program that writes them. */
export const lockFiles = {
  npm: "package-lock.json",
  shrinkwrap: "npm-shrinkwrap.json",
  pnpm: "pnpm-lock.yaml",
  yarn: "yarn.lock",
  bun: "bun.lock",
  oldBun: "bun.lockb",
  deno: "deno.lock",
  poetry: "poetry.lock",
  uv: "uv.lock",
  pdm: "pdm.lock",
  pipenv: "Pipfile.lock",
  cargo: "Cargo.lock",
  go: "go.sum",
  goWork: "go.work.sum",
  bundler: "Gemfile.lock",
  composer: "composer.lock",
  mix: "mix.lock",
  pub: "pubspec.lock",
  gradle: "gradle.lockfile",
  dotnet: "packages.lock.json",
  nix: "flake.lock",
} as const;

const locks: ReadonlySet<string> = new Set(Object.values(lockFiles));

export function isLockFile(path: string): boolean {
  return locks.has(nameOf(path));
}

/** Other files that say what a project depends on, or with which versions of which programs. */
const names = new Set([
  ...["package.json", ".npmrc", ".nvmrc", ".node-version", "pnpm-workspace.yaml", ".pnpmfile.cjs"],
  ...[".yarnrc.yml", "lerna.json", "bunfig.toml", "deno.json", "deno.jsonc"],
  ...["pyproject.toml", "setup.py", "setup.cfg", "uv.toml", "Pipfile", "environment.yml", ".python-version"],
  ...["tox.ini", "go.mod", "go.work", "Cargo.toml", "rust-toolchain.toml", "Gemfile", ".ruby-version"],
  ...["composer.json", "mix.exs", "pubspec.yaml", "flake.nix", "pom.xml", "build.gradle", "build.gradle.kts"],
  ...["settings.gradle", "settings.gradle.kts", "gradle.properties", "gradle-wrapper.properties"],
  ...["libs.versions.toml", "maven.config", "jvm.config", "extensions.xml", "maven-wrapper.properties"],
  ...["Directory.Packages.props", "global.json", ".tool-versions", "mise.toml"],
]);
const patterns = /^(requirements.*|constraints.*)\.(txt|in)$|\.(csproj|fsproj|gemspec)$/;

/** Whether what set-up makes may be another where this file is another. */
export function decidesSetUp(path: string): boolean {
  const name = nameOf(path);
  return locks.has(name) || names.has(name) || patterns.test(name);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
