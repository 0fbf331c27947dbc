/** Files that say what a project depends on. Where one of them is another, so may be what set-up makes. */
const names = new Set([
  ...["package.json", "package-lock.json", "npm-shrinkwrap.json", ".npmrc", ".nvmrc", ".node-version"],
  ...["pnpm-lock.yaml", "pnpm-workspace.yaml", ".pnpmfile.cjs", "yarn.lock", ".yarnrc.yml", "lerna.json"],
  ...["bun.lock", "bun.lockb", "bunfig.toml", "deno.json", "deno.jsonc", "deno.lock"],
  ...["pyproject.toml", "setup.py", "setup.cfg", "poetry.lock", "uv.lock", "uv.toml", "pdm.lock"],
  ...["Pipfile", "Pipfile.lock", "environment.yml", ".python-version", "tox.ini"],
  ...["go.mod", "go.sum", "go.work", "go.work.sum", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml"],
  ...["Gemfile", "Gemfile.lock", ".ruby-version", "composer.json", "composer.lock", "mix.exs", "mix.lock"],
  ...["pom.xml", "build.gradle", "build.gradle.kts", "gradle.lockfile", "settings.gradle"],
  ...["settings.gradle.kts", "gradle.properties", "gradle-wrapper.properties", "libs.versions.toml"],
  ...["maven.config", "jvm.config", "extensions.xml", "maven-wrapper.properties"],
  ...["packages.lock.json", "Directory.Packages.props", "global.json", ".tool-versions", "mise.toml"],
]);
const patterns = /^(requirements.*|constraints.*)\.(txt|in)$|\.(csproj|fsproj|gemspec)$/;

export function isLockFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return names.has(name) || patterns.test(name);
}
