import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { detectChecks } from "./detect-checks.ts";

async function runsIn(
  files: Readonly<Record<string, string>>,
  ignored: readonly string[] = [],
): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), "detect-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const kept = async () => Object.keys(files).filter((name) => !ignored.includes(name));
  const { setup, checks } = await detectChecks(root, kept);
  return [...(setup ? [setup.run] : []), ...checks.map(({ run }) => run)];
}

const scripts = (names: Record<string, string>, more = {}) => JSON.stringify({ scripts: names, ...more });

test.each<[what: string, files: Record<string, string>, runs: string[]]>([
  ["nothing", { "README.md": "" }, []],
  ["npm", { "package.json": scripts({ test: "vitest" }) }, ["npm test"]],
  [
    "npm's placeholder",
    { "package.json": scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    [],
  ],
  [
    "npm with a lock",
    {
      "package.json": scripts({ test: "x", lint: "y" }, { dependencies: { a: "1" } }),
      "package-lock.json": "{}",
    },
    ["npm ci", "npm run lint", "npm test"],
  ],
  [
    "pnpm",
    { "package.json": scripts({ test: "x" }, { devDependencies: { a: "1" } }), "pnpm-lock.yaml": "" },
    ["pnpm install --frozen-lockfile", "pnpm test"],
  ],
  [
    "a broken package.json beside a Makefile",
    { "package.json": "{", Makefile: "check: a\n" },
    ["make check"],
  ],
  ["make", { Makefile: "all:\n\ttrue\ntest: all\n\ttrue\n" }, ["make test"]],
  ["make without a test", { Makefile: "test := 1\nall:\n" }, []],
  ["cargo", { "Cargo.toml": "[package]" }, ["cargo test"]],
  ["go", { "go.mod": "module x" }, ["go vet ./...", "go test ./..."]],
  ["pytest", { "pyproject.toml": "[tool.pytest.ini_options]\n" }, ["python3 -m pytest -q"]],
  [
    "pytest by uv",
    { "pyproject.toml": 'dev = ["pytest"]', "uv.lock": "" },
    ["uv sync --frozen", "uv run --no-sync python -m pytest -q"],
  ],
  ["cargo with a lock", { "Cargo.toml": "", "Cargo.lock": "" }, ["cargo fetch --locked", "cargo test"]],
  ["go with sums", { "go.mod": "", "go.sum": "" }, ["go mod download", "go vet ./...", "go test ./..."]],
  [
    "pytest by requirements",
    { "requirements-dev.txt": "pytest", "setup.py": "" },
    [
      "python3 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.txt",
      ".venv/bin/python -m pytest -q",
    ],
  ],
  ["plain python without a test", { "pyproject.toml": "[project]\n" }, []],
  [
    "poetry",
    { "pyproject.toml": "pytest", "poetry.lock": "" },
    ["POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction", ".venv/bin/python -m pytest -q"],
  ],
  [
    "pipenv",
    { "setup.py": "", "Pipfile.lock": "{}", "test_a.py": "import unittest" },
    ["PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev", ".venv/bin/python -m unittest discover -v"],
  ],
  [
    "maven",
    { "pom.xml": "<project/>" },
    [
      'build=$(mktemp -d) && cp -R . "$build" && cd "$build" && mvn -q -B test -Dmaven.test.failure.ignore=true',
      "mvn -q -B test",
    ],
  ],
  [
    "gradle",
    { gradlew: "" },
    [
      'build=$(mktemp -d) && cp -R . "$build" && cd "$build" && { ./gradlew --no-daemon test || ./gradlew --no-daemon testClasses; }',
      "./gradlew --no-daemon test",
    ],
  ],
  ["rspec", { Gemfile: "gem 'rspec'", "Gemfile.lock": "" }, ["bundle install", "bundle exec rspec"]],
  ["rake", { Gemfile: "", Rakefile: "" }, ["bundle exec rake test"]],
  ["a Gemfile alone", { Gemfile: "" }, []],
  [
    "composer with a script",
    { "composer.json": '{"scripts": {"test": "phpunit"}}', "composer.lock": "" },
    ["composer install --no-interaction", "composer test"],
  ],
  ["composer with PHPUnit", { "composer.json": "{}", "phpunit.xml.dist": "" }, ["vendor/bin/phpunit"]],
  ["composer alone", { "composer.json": "{}" }, []],
])("%s", async (_what, files, runs) => {
  expect(await runsIn(files)).toEqual(runs);
});

const depends = scripts({ test: "x" }, { dependencies: { a: "1" } });

test.each<[what: string, files: Record<string, string>, runs: string[]]>([
  [
    "package-lock.json",
    { "package.json": depends, "package-lock.json": "{}" },
    ["npm install --no-package-lock", "npm test"],
  ],
  ["yarn.lock", { "package.json": depends, "yarn.lock": "" }, ["npm install --no-package-lock", "npm test"]],
  ["uv.lock", { "pyproject.toml": 'dev = ["pytest"]', "uv.lock": "" }, ["python3 -m pytest -q"]],
  ["package.json", { "package.json": depends, "go.mod": "module x" }, ["go vet ./...", "go test ./..."]],
  ["Makefile", { Makefile: "test:\n\ttrue\n" }, []],
])("a %s that git ignores does not count", async (ignored, files, runs) => {
  expect(await runsIn(files, [ignored])).toEqual(runs);
});

test.each([
  ["pnpm@9.1.0", "pnpm install --no-lockfile", "pnpm test"],
  ["yarn@4.0.0", "yarn install", "yarn test"],
  ["bun@1.2.0", "bun install --no-save", "bun run test"],
])("%s without its lock file installs what nothing pins", async (packageManager, ...runs) => {
  const about = scripts({ test: "x" }, { packageManager, dependencies: { a: "1" } });
  expect(await runsIn({ "package.json": about, "package-lock.json": "{}" })).toEqual(runs);
});
