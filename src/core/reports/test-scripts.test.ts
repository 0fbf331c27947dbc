import { describe, expect, test } from "vitest";
import { neverFails } from "./never-fails.ts";
import { changedScripts, mayBeScript } from "./test-scripts.ts";

const scripts = (all: Record<string, string>, more: object = {}) =>
  JSON.stringify({ name: "x", scripts: all, ...more }, null, 2);
const check = (run: string) => [{ name: "tests", run }];

/** What is told when a file changes between these two texts. */
function told(path: string, before: string | undefined, after: string | undefined, run = "npm test") {
  const found = changedScripts([{ path, before, after }], check(run));
  if (found.length > 0) expect(mayBeScript(path, check(run))).toBe(true);
  return found.map(({ kind, tier }) => `${kind} ${tier}`);
}

describe("10.18: a script that the checks run, and that was changed, is told", () => {
  test.each([
    ["npm test", "test"],
    ["npm t", "test"],
    ["npm run -s unit", "unit"],
    ["yarn unit", "unit"],
    ["pnpm -r run unit && echo ok", "unit"],
    ["CI=1 bun run unit", "unit"],
    ["npm test", "pretest"],
    ["npm run all", "unit"],
  ])("%s runs %s", (run, name) => {
    const all = { test: "node --test", unit: "vitest", all: "npm run unit", pretest: "tsc" };
    const change = (body: string | undefined) => {
      const { [name]: _, ...rest } = all as Record<string, string>;
      return told(
        "package.json",
        scripts(all),
        scripts(body === undefined ? rest : { ...rest, [name]: body }),
        run,
      );
    };
    expect(change("true")).toEqual(["test-script person"]);
    expect(change("jest")).toEqual(["test-script note"]);
    expect(change(undefined)).toEqual(["test-script person"]);
    expect(change((all as Record<string, string>)[name])).toEqual([]);
  });

  test("the words name the script, both bodies and the line", () => {
    const [found] = changedScripts(
      [{ path: "package.json", before: scripts({ test: "node --test" }), after: scripts({ test: "true" }) }],
      check("npm test"),
    );
    expect(found).toMatchObject({
      line: 4,
      text: 'the script "test" in package.json is now `true`; it was `node --test`',
    });
  });

  test("scripts that no check runs, and new ones, are not told", () => {
    const before = scripts({ test: "node --test", start: "node ." });
    expect(told("package.json", before, scripts({ test: "node --test", start: "true" }))).toEqual([]);
    expect(
      told("package.json", before, scripts({ test: "node --test", start: "node .", lint: "true" })),
    ).toEqual([]);
    expect(told("package.json", undefined, scripts({ test: "node --test" }))).toEqual([]);
    expect(told("package.json", "no json", scripts({ test: "true" }))).toEqual([]);
  });

  test.each([
    ["Makefile", "make test", "test: deps\n\tpytest\n", "test: deps\n\ttrue\n"],
    ["Makefile", "make", "all:\n\tpytest\n", "all:\n\t-pytest\n"],
    [
      "Makefile",
      "make check",
      "check: unit\nunit:\n\tgo test ./...\n",
      "check: unit\nunit:\n\tgo test ./... || true\n",
    ],
    ["ci/build.mk", "make test", "test:\n\tpytest\n", "test:\n\t@echo ok\n"],
    ["justfile", "just test", "test:\n    cargo test\n", "test:\n    echo done\n"],
  ])("%s with %s", (path, run, before, after) => {
    expect(told(path, before, after, run)).toEqual(["test-script person"]);
    expect(told(path, before, `${before}\nother:\n\ttrue\n`, run)).toEqual([]);
    expect(told(path, before, undefined, run)).toContain("test-script person");
  });

  test("a file that a command or a script names", () => {
    expect(told("scripts/test.sh", "pytest\n", "pytest || true\n", "./scripts/test.sh")).toEqual([
      "test-script person",
    ]);
    expect(told("scripts/test.sh", "pytest\n", "pytest -q\n", "sh scripts/test.sh")).toEqual([
      "test-script note",
    ]);
    expect(told("tools/check.mjs", "a()\n", undefined, "node tools/check.mjs")).toEqual([
      "test-script person",
    ]);
    expect(told("tools/other.mjs", "a()\n", "b()\n", "node tools/check.mjs")).toEqual([]);
    const both = changedScripts(
      [
        {
          path: "package.json",
          before: scripts({ test: "node run.mjs" }),
          after: scripts({ test: "node run.mjs", x: "y" }),
        },
        { path: "run.mjs", before: "run()\n", after: "\n" },
      ],
      check("npm test"),
    );
    expect(both.map(({ path, tier }) => `${path} ${tier}`)).toEqual(["run.mjs person"]);
  });
});

describe("10.18: settings by which a runner leaves tests out are told", () => {
  test.each([
    ["pytest.ini", "[pytest]\n", "[pytest]\naddopts = --deselect tests/test_a.py\n"],
    ["conftest.py", "import x\n", 'import x\ncollect_ignore = ["test_a.py"]\n'],
    [
      "setup.cfg",
      "[metadata]\nname = x\n",
      "[metadata]\nname = x\n[tool:pytest]\naddopts = --ignore=tests\n",
    ],
    ["tox.ini", "[testenv]\ncommands = pytest\n", "[testenv]\ncommands = pytest -k nothing\n"],
    [
      "pyproject.toml",
      "[project]\nname = 'x'\n",
      "[project]\nname = 'x'\n[tool.pytest.ini_options]\naddopts = '--ignore=tests'\n",
    ],
    ["jest.config.js", "module.exports = {};\n", "module.exports = { testPathIgnorePatterns: ['.'] };\n"],
    ["vitest.config.ts", "export default {};\n", "export default { test: { exclude: ['**'] } };\n"],
    ["phpunit.xml", "<phpunit/>\n", "<phpunit><exclude>tests</exclude></phpunit>\n"],
    ["Cargo.toml", "[lib]\nname = 'x'\n", "[lib]\nname = 'x'\ntest = false\n"],
    ["package.json", scripts({}), scripts({}, { jest: { testPathIgnorePatterns: ["."] } })],
  ])("%s", (path, before, after) => {
    expect(told(path, before, after)).toEqual(["test-config person"]);
    expect(told(path, after, after)).toEqual([]);
  });

  test.each([
    ["pyproject.toml", "[project]\nname = 'x'\n", "[project]\nname = 'y'\n"],
    ["setup.cfg", "[metadata]\nname = x\n", "[metadata]\nname = y\n"],
    ["Cargo.toml", "[lib]\nname = 'x'\n", "[lib]\nname = 'y'\n"],
    ["package.json", scripts({}), scripts({}, { version: "2" })],
    ["src/a.js", "a", "b"],
  ])("%s: what is not about tests is not told", (path, before, after) => {
    expect(told(path, before, after)).toEqual([]);
  });
});

describe("10.18: commands that end well whatever the tests say", () => {
  test.each([
    "true",
    ":",
    "exit 0",
    "",
    "echo no tests",
    "pytest || true",
    "jest || exit 0",
    "pytest; true",
    "pytest\ntrue",
    "-pytest",
    "@true",
  ])("%s", (body) => expect(neverFails(body)).toBe(true));
  test.each([
    "pytest",
    "true && pytest",
    "echo go && pytest",
    "node --test",
    "pytest && echo ok",
    "make || exit 1",
  ])("not: %s", (body) => expect(neverFails(body)).toBe(false));
});

describe("10.18: a script or recipe that stops at its first failing line is told by what its lines can do", () => {
  test.each([
    ["note", "set -eu\nnpm run lint\nnpm test\necho 'all green'\n"],
    ["note", "#!/bin/sh -e\nnpm test\necho done\n"],
    ["note", "set -o errexit\nnpm test; echo done\n"],
    ["note", "set -e\nif test -d app; then\n  npm test\nfi\necho done\n"],
    ["person", "set -e\ncd app\nexport CI=1\nMODE=all\nnpm test || true\necho done\n"],
    ["person", "set -e\n"],
    ["person", "set -e\nset +e\nnpm test\necho done\n"],
    ["person", "npm test\necho done\n"],
  ])("%s: the script %j", (tier, after) => {
    expect(told("test.sh", "npm test\n", after, "sh test.sh")).toEqual([`test-script ${tier}`]);
  });

  test.each([
    ["note", "Makefile", "test: deps\n\tnpm run lint\n\tnpm test\n\t@echo ok\n"],
    ["note", "justfile", "test:\n    npm test\n    @echo ok\n"],
    ["note", "Makefile", "test:\n\tnpm test \\\n\t  --all\n\techo ok\n"],
    ["note", "Makefile", "test: unit lint\n"],
    ["person", "Makefile", "test: deps\n\t@-npm test\n\t@echo ok\n"],
    ["person", "Makefile", "test:\n\tnpm test; echo ok\n"],
    ["person", "Makefile", "test:\n"],
    ["person", "justfile", "test:\n    #!/bin/sh\n    npm test\n    echo ok\n"],
  ])("%s: a recipe of the %s: %j", (tier, path, after) => {
    const run = path === "Makefile" ? "make test" : "just test";
    expect(told(path, "test:\n\tnpm test\n", after, run)).toEqual([`test-script ${tier}`]);
  });

  test("what never failed before is not told as weaker", () => {
    const [before, after] = ["test: unit\n\techo ok\n", "test: unit lint\n\techo all ok\n"];
    expect(told("Makefile", before, after, "make test")).toEqual(["test-script note"]);
  });
});
