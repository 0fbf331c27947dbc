import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reachesNothing } from "../../src/workspace/sandbox-here.ts";
import { emptyPlace } from "../support/git-place.ts";
import { realSandbox } from "../support/real-sandbox.ts";
import { requires } from "../support/requires.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild, type SmallBuildOptions } from "../support/small-build.ts";

const run = (command: string) => ({ tool: "run_command", input: { command } });
const write = (path: string, content: string) => ({ tool: "write_file", input: { path, content } });
const done = { tool: "done", input: { summary: "Make it" } };

/** One task in a project: its author says these replies. */
async function project(
  files: Readonly<Record<string, string>>,
  options: Pick<SmallBuildOptions, "checks" | "policy">,
  ...replies: readonly ReturnType<typeof says.calls>[]
): Promise<SmallBuild> {
  const made = await SmallBuild.open({
    files,
    ...options,
    policy: {
      commands: "free",
      baseline: true,
      checks: { quick: [...(options.checks ?? [])], full: [...(options.checks ?? [])], timeoutMs: 120_000 },
      ...options.policy,
    },
    answer: ({ thread, ask }) => (thread.startsWith("coding/") ? replies[ask - 1] : undefined),
  });
  made.theatre.sandbox = await realSandbox();
  return made;
}

/** Of every time that checks ran: why, whether they passed, and each check with its exit code. */
async function checked(session: SmallBuild): Promise<readonly string[]> {
  return (await session.events("checks.finished")).map(
    ({ why, passed, results, sandboxed }) =>
      `${why} ${passed} ${sandboxed} ${results.map(({ name, exit }) => `${name}:${exit}`).join(" ")}`,
  );
}

test("a Python project has its virtual environment in every worktree; old failures do no harm", async () => {
  requires("python");
  const site = ".venv/lib/$(ls .venv/lib)/site-packages";
  const session = await project(
    {
      ".gitignore": ".venv/\n__pycache__/\n",
      "src/twice.py": "def twice(n):\n    return n + n\n",
      "tests/test_old.py":
        "def test_red():\n    assert 1 == 2\n\ndef test_red_too():\n    assert 'a' == 'b'\n",
    },
    {
      checks: [{ name: "tests", run: ".venv/bin/python -m pytest -q -p no:cacheprovider" }],
      policy: {
        setup: {
          run: `/usr/bin/python3 -m venv --without-pip --system-site-packages .venv && echo "$PWD/src" > ${site}/project.pth`,
        },
      },
    },
    says.calls(
      write(
        "tests/test_twice.py",
        "from twice import twice\n\ndef test_twice():\n    assert twice(2) == 4\n",
      ),
      run(".venv/bin/python -c 'import twice; print(twice.__file__)'; touch .venv/x"),
    ),
    says.calls(done),
  );
  expect(await session.play()).toMatchObject({ kind: "finished" });
  expect(await checked(session)).toEqual([
    "baseline false true set-up:0 tests:1",
    "testing true true tests:1",
    "landing true true tests:1",
  ]);
  const [baseline, testing] = await session.events("checks.finished");
  expect(baseline?.results[1]?.failing?.map((one) => one.test)).toEqual(["test_red", "test_red_too"]);
  expect(testing).toMatchObject({ new: [] });
  const [, command] = await session.events("tool.settled");
  expect(command?.text).toContain("/worktree/src/twice.py");
  expect(command?.text).toContain("Read-only file system");
});

test("in a package of a monorepo, two tests that were red and one that flips keep nobody from landing", async () => {
  const flips = `const fs = require("node:fs");
const count = process.env.XDG_CACHE_HOME + "/count";
const before = fs.existsSync(count) ? fs.readFileSync(count, "utf8").length : 0;
fs.appendFileSync(count, "x");
require("node:test")("flips", () => { if (before === 1) throw new Error("not now"); });
`;
  const fails = (name: string) => `require("node:test")("${name}", () => { throw new Error("no"); });\n`;
  const session = await project(
    {
      ".gitignore": "node_modules/\n",
      "package.json": JSON.stringify({ name: "all", private: true, workspaces: ["packages/*"] }),
      "packages/api/package.json": JSON.stringify({ name: "api", version: "1.0.0" }),
      "packages/web/package.json": JSON.stringify({ name: "web", version: "1.0.0", main: "web.js" }),
      "packages/web/web.js": "module.exports = 4;\n",
      "packages/api/test/red.test.js": fails("is red") + fails("is red too"),
      "packages/api/test/flips.test.js": flips,
    },
    {
      checks: [{ name: "tests", run: "node --test" }],
      policy: {
        setup: {
          run: 'cd "$(git rev-parse --show-toplevel)" && npm --no-audit --no-fund --offline install --no-package-lock',
        },
        write: { within: "packages/api" },
      },
    },
    says.calls(
      write(
        "packages/api/test/new.test.js",
        'require("node:test")("uses web", () => require("node:assert").equal(require("web"), 4));\n',
      ),
    ),
    says.calls(done),
  );
  expect(await session.play()).toMatchObject({ kind: "finished" });
  expect(await checked(session)).toEqual([
    "baseline false true set-up:0 tests:1",
    "testing true true tests:1",
    "landing true true tests:1",
  ]);
  const [baseline, testing] = await session.events("checks.finished");
  expect(baseline?.results[1]?.failing?.map((one) => one.test).sort()).toEqual(["is red", "is red too"]);
  expect(testing).toMatchObject({ new: [], flaky: [expect.stringContaining("flips")] });
  expect(testing?.known).toHaveLength(2);
  expect(session.told("review/t1.1/1", 1)).toMatch(/flaky, as runs of one commit disagree: [^.]*flips/);
  expect(await session.events("task.landed")).toHaveLength(1);
}, 120_000);

test("a Go module is built and tested", async () => {
  requires("go");
  const session = await project(
    {
      "go.mod": "module example.com/twice\n\ngo 1.19\n",
      "twice.go": "package twice\n\nfunc Twice(n int) int { return n + n }\n",
    },
    { checks: [{ name: "tests", run: "go test ./..." }], policy: { setup: { run: "go mod download" } } },
    says.calls(
      write(
        "twice_test.go",
        'package twice\n\nimport "testing"\n\nfunc TestTwice(t *testing.T) {\n\tif Twice(2) != 5 {\n\t\tt.Error("no")\n\t}\n}\n',
      ),
    ),
    says.calls(done),
    says.calls({
      tool: "edit_file",
      input: { path: "twice_test.go", edits: [{ old: "!= 5", new: "!= 4" }] },
    }),
    says.calls(done),
  );
  expect(await session.play()).toMatchObject({ kind: "finished" });
  expect(await checked(session)).toEqual([
    "baseline true true set-up:0 tests:0",
    "testing false true tests:1",
    "testing true true tests:0",
    "landing true true tests:0",
  ]);
  const [, red] = await session.events("checks.finished");
  expect(red?.results[0]?.failing).toMatchObject([{ test: "TestTwice" }]);
}, 300_000);

/** A registry of packages with one package in it. */
async function registry(): Promise<{ readonly port: number; readonly asked: string[] }> {
  const folder = await emptyPlace();
  await mkdir(join(folder, "package"));
  await writeFile(
    join(folder, "package/package.json"),
    '{"name":"twice","version":"1.0.0","main":"index.js"}',
  );
  await writeFile(join(folder, "package/index.js"), "module.exports = (n) => n + n;\n");
  execFileSync("tar", ["czf", "twice.tgz", "package"], { cwd: folder });
  const bytes = await readFile(join(folder, "twice.tgz"));
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(`${request.headers.host?.split(":")[0]} ${request.url}`);
    if (request.url?.endsWith(".tgz")) return void answer.end(bytes);
    const tarball = `http://${request.headers.host}/twice.tgz`;
    const dist = { tarball, integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}` };
    const version = { name: "twice", version: "1.0.0", main: "index.js", dist };
    answer.setHeader("content-type", "application/json");
    answer.end(
      JSON.stringify({ name: "twice", "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, asked }; // it listens at a port
}

test("a Node project gets its packages through the proxy, and an engineer adds one with install", async () => {
  const { port, asked } = await registry();
  const about = (dependencies: object) => JSON.stringify({ name: "it", private: true, dependencies });
  const npm = "npm --no-audit --no-fund --no-update-notifier";
  const session = await project(
    {
      ".gitignore": "node_modules/\n",
      ".npmrc": `registry=http://registry.test:${port}/\n`,
      "package.json": about({}),
    },
    {
      checks: [{ name: "tests", run: "node --test" }],
      policy: {
        setup: { run: `${npm} install --no-package-lock`, update: `${npm} install --package-lock-only` },
      },
    },
    says.calls(
      write("package.json", about({ twice: "1.0.0" })),
      write(
        "it.test.js",
        'const twice = require("twice");\nrequire("node:test")("twice", () => require("node:assert").equal(twice(2), 4));\n',
      ),
      { tool: "install", input: {} },
      { tool: "run_checks", input: {} },
      // The runner itself cannot be replaced where evidence comes from.
      run(
        "mkdir -p node_modules/.cache && echo ok > node_modules/.cache/x; echo bad > node_modules/twice/index.js",
      ),
    ),
    says.calls(done),
  );
  const hosts = { hosts: [`registry.test:${port}`], privately: ["registry.test"], ports: [] };
  session.theatre.sandbox = {
    ...session.theatre.sandbox,
    reachable: { ...reachesNothing, setup: hosts },
    outside: { resolve: async () => ["127.0.0.1"] },
  };
  expect(await session.play()).toMatchObject({ kind: "finished" });
  const [, , install, checks, forged] = await session.events("tool.settled");
  expect(install).toMatchObject({
    failed: false,
    text: expect.stringContaining("Changed: package-lock.json."),
  });
  expect(checks).toMatchObject({ failed: false });
  expect(forged?.text).toMatch(/^\[sandbox\] Only the worktree/);
  expect(new Set(asked.map((line) => line.split(" ")[0]))).toEqual(new Set(["registry.test"]));
  expect(session.git("show", "HEAD:package-lock.json")).toContain("twice.tgz");
  expect((await checked(session)).slice(1)).toEqual([
    "testing true true tests:0",
    "landing true true tests:0",
  ]);
}, 120_000);
