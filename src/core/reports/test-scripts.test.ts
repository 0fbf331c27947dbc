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

describe("10.18: what is told of a script", () => {
  const found = (path: string, before: string | undefined, after: string | undefined, run = "npm test") =>
    changedScripts([{ path, before, after }], check(run));
  const texts = (...given: Parameters<typeof found>) => found(...given).map(({ text }) => text);

  test("says that it was removed, or both bodies, of which each may be empty or cut", () => {
    const change = (was: string, is: string | undefined) =>
      texts("package.json", scripts({ test: was }), scripts(is === undefined ? {} : { test: is }))[0];
    expect(change("a", undefined)).toBe('the script "test" in package.json was removed');
    expect(change("a", " ")).toBe('the script "test" in package.json is now empty; it was `a`');
    expect(change("", "a")).toBe('the script "test" in package.json is now `a`; it was empty');
    const long = "x".repeat(120);
    expect(change(`${long}y`, long)).toBe(
      `the script "test" in package.json is now \`${long}\`; it was \`${long}…\``,
    );
  });

  test("joins the lines of a target", () => {
    expect(texts("Makefile", "test: deps\n\ta\n\tb\n", "test:\n\tc\n", "make test")).toEqual([
      "the target test in Makefile is now `c`; it was `deps; a; b`",
    ]);
  });

  test("has the line in which it stands now", () => {
    expect(found("Makefile", "test:\n\ta\n", "all:\n\tx\n\ntest:\n\tb\n", "make test")[0]?.line).toBe(4);
    expect(found("Makefile", "test:\n\ta\n", "test:\n\tb\n", "make test")[0]?.line).toBe(1);
    expect(found("Makefile", "test:\n\ta\n", "all:\n\tb\n", "make test")[0]).not.toHaveProperty("line");
    expect(found("Makefile", "test:\n\ta\n", undefined, "make test")[0]).not.toHaveProperty("line");
  });

  test("is told for each that the checks reach, in the order in which they do", () => {
    const of = (word: string) => scripts({ unit: `u ${word}`, test: "npm run unit", posttest: `p ${word}` });
    expect(texts("package.json", of("a"), of("b"))).toEqual([
      'the script "posttest" in package.json is now `p b`; it was `p a`',
      'the script "unit" in package.json is now `u b`; it was `u a`',
    ]);
  });

  test("is told when it is new only if npm runs it unasked", () => {
    const added = (name: string, body: string) =>
      told(
        "package.json",
        scripts({ test: "a" }),
        scripts({ test: "a", [name]: body }),
        "npm test && npm run x",
      );
    expect(added("pretest", "true")).toEqual(["test-script person"]);
    expect(added("posttest", "jest")).toEqual(["test-script note"]);
    expect(added("x", "true")).toEqual([]);
  });

  test("is not told when only the rest of its name stands in the command, or nothing", () => {
    const change = (run: string) =>
      told(
        "package.json",
        scripts({ test: "a", post: "b", pre: "c" }),
        scripts({ test: "a", post: "d", pre: "e" }),
        run,
      );
    expect(change("sh -c 'npm test'")).toEqual([]);
    expect(change("npm test ")).toEqual([]);
    expect(change("npm run pre")).toEqual(["test-script note"]);
  });

  test("is a note where it never failed before", () => {
    expect(told("package.json", scripts({ test: "true" }), scripts({ test: "echo ok" }))).toEqual([
      "test-script note",
    ]);
  });

  test("is nothing where its file is the same, or no longer holds scripts in a way that can be read", () => {
    const same = scripts({ test: "a" });
    expect(found("package.json", same, same)).toEqual([]);
    expect(found("run.sh", "a", "a", "sh run.sh")).toEqual([]);
    expect(texts("package.json", same, "[]")).toEqual(['the script "test" in package.json was removed']);
    expect(found("package.json", '{"scripts":null}', '{"scripts":5}')).toEqual([]);
    expect(texts("package.json", '{"scripts":{"test":1}}', '{"scripts":{"test":2}}')).toEqual([
      'the script "test" in package.json is now `2`; it was `1`',
    ]);
  });
});

describe("10.18: targets of a Makefile", () => {
  const changes = (run: string, before: string, after: string) =>
    told("Makefile", before, after, run).length > 0;

  test("make without a target runs the first one", () => {
    const text = (first: string, second: string) => `one:\n\t${first}\ntwo:\n\t${second}\n`;
    for (const run of ["make", " gmake "]) {
      expect(changes(run, text("a", "b"), text("c", "b"))).toBe(true);
      expect(changes(run, text("a", "b"), text("a", "c"))).toBe(false);
    }
    expect(changes("make -j", text("a", "b"), text("c", "b"))).toBe(false);
  });

  test("several share one recipe, one may stand there twice, and a setting is none", () => {
    const shared = (body: string) => `unit test: deps\n\t${body}\n`;
    expect(changes("make test", shared("a"), shared("b"))).toBe(true);
    expect(changes("make unit", shared("a"), shared("b"))).toBe(true);
    const twice = (needs: string) => `test: a\n\trun\ntest: ${needs}\n`;
    expect(texts(twice("b"), twice("c"))).toEqual([
      "the target test in Makefile is now `a c; run`; it was `a b; run`",
    ]);
    expect(changes("make FLAGS", "FLAGS := a\n", "FLAGS := b\n")).toBe(false);
  });

  test("a recipe goes on below empty lines and comments, and ends at anything else", () => {
    const below = (line: string, body: string) => `test:\n\ta\n${line}\n\t${body}\n`;
    for (const line of ["", "  ", "# a comment"])
      expect(changes("make test", below(line, "b"), below(line, "c"))).toBe(true);
    for (const line of ["include x", "endif", "A = 1"])
      expect(changes("make test", below(line, "b"), below(line, "c"))).toBe(false);
  });

  function texts(before: string, after: string) {
    return changedScripts([{ path: "Makefile", before, after }], check("make test")).map(({ text }) => text);
  }
});

describe("10.18: a file that a check runs by its name", () => {
  const texts = (path: string, before: string | undefined, after: string | undefined, run: string) =>
    changedScripts([{ path, before, after }], check(run)).map(({ tier, text }) => `${tier}: ${text}`);

  test("is told when it was changed, emptied or removed", () => {
    const told = (after: string | undefined) => texts("run.py", "a", after, "python3 './run.py' && x");
    expect(told("b")).toEqual(["note: run.py, which a check runs, was changed"]);
    expect(told(" \n")).toEqual(["person: run.py, which a check runs, was emptied"]);
    expect(told(undefined)).toEqual(["person: run.py, which a check runs, was removed"]);
    expect(texts("run.py", undefined, "b", "python3 run.py")).toEqual([]);
    expect(texts("lib/run.py", "a", "b", "python3 run.py")).toEqual([]);
  });

  test("is judged by what it can do only where it is a shell script", () => {
    expect(texts("run.bash", "a", "true", "bash run.bash")[0]).toMatch(/^person: /);
    expect(texts("run.py", "a", "true", "python3 run.py")[0]).toMatch(/^note: /);
  });

  test("may be named by a script that a check reaches, also if that is removed, and not by another", () => {
    const change = (was: Record<string, string>, is: Record<string, string>) =>
      changedScripts(
        [
          { path: "run.sh", before: "a", after: "b" },
          { path: "package.json", before: scripts(was), after: scripts(is) },
        ],
        check("npm test"),
      ).filter(({ path }) => path === "run.sh");
    expect(change({ test: "sh run.sh" }, {})).toHaveLength(1);
    expect(change({ test: "x" }, { test: "sh run.sh" })).toHaveLength(1);
    expect(change({ test: "x", other: "sh run.sh" }, { test: "y", other: "sh run.sh" })).toEqual([]);
  });

  test("is told once where it holds scripts itself, or settings", () => {
    expect(texts("Makefile", "test:\n\ta\n", "test:\n\tb\n", "make -f Makefile test")).toEqual([
      "note: the target test in Makefile is now `b`; it was `a`",
    ]);
    expect(texts("package.json", scripts({ x: "a" }), scripts({ x: "b" }), "jest -c package.json")).toEqual(
      [],
    );
  });

  test("is one of two that two checks run", () => {
    const checks = [
      { name: "lint", run: "eslint ." },
      { name: "tests", run: "sh run.sh -v" },
    ];
    expect(changedScripts([{ path: "run.sh", before: "a", after: "b" }], checks)).toHaveLength(1);
  });
});

test.each([
  ["package.json", true],
  ["app/package.json", true],
  ["my-package.json", false],
  ["Makefile", true],
  ["app/GNUmakefile", true],
  [".justfile", true],
  ["rules.mk", true],
  ["Makefile.txt", false],
  ["pytest.ini", true],
  ["a.sh", true],
  ["a.PY", true],
  ["a.mts", true],
  ["bin/check", true],
  ["bin/other", false],
  ["", false],
])("10.18: whether %j may matter to a check: %s", (path, may) => {
  const checks = [
    { name: "lint", run: "eslint ." },
    { name: "tests", run: "sh ./bin/check -v" },
  ];
  expect(mayBeScript(path, checks)).toBe(may);
});
