import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import { noSandbox } from "../../src/workspace/sandbox-here.ts";
import { isInPart } from "../support/in-part.ts";
import { Doom } from "../support/mortal.ts";
import { realSandbox } from "../support/real-sandbox.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild } from "../support/small-build.ts";

const checks = [{ name: "tests", run: "test -f made.txt && echo 'ok 1 - is made'" }];
const run = (command: string) => ({ tool: "run_command", input: { command } });
const done = { tool: "done", input: { summary: "Make it" } };

/** A session of one task whose author says these replies, one after the other. */
async function build(...replies: readonly ReturnType<typeof says.calls>[]): Promise<SmallBuild> {
  const made = await SmallBuild.open({
    files: { "runs.txt": "", ".gitlab-ci.yml": "script: true\n" },
    checks,
    policy: { commands: "free", wait: 0 },
    answer: ({ thread, ask }) => (thread.startsWith("coding/") ? replies[ask - 1] : undefined),
  });
  made.theatre.sandbox = await realSandbox();
  return made;
}

test("an engineer runs commands and checks in its worktree, and what they made is landed", async () => {
  const session = await build(
    says.calls(run("pwd; printf 'by a command\\n' > made.txt; seq 1 5000"), {
      tool: "run_checks",
      input: {},
    }),
    says.calls({ tool: "read_output", input: { call: "c1_1", from: 1 } }, run("git status --short; false")),
    says.calls(done),
  );
  expect(await session.play()).toMatchObject({ kind: "finished" });
  await session.theatre.check();

  const settled = await session.events("tool.settled");
  const [first, second, , fourth] = settled;
  expect(first).toMatchObject({ failed: false, exit: 0, changed: ["made.txt"], sandbox: "bubblewrap" });
  expect(first?.text).toMatch(/^Exit 0 after .* s\. Changed: made\.txt\.\n\/worktree\n1\n2\n/);
  expect(first?.text).toMatch(/\(\d+ lines left out; read_output with call c\d+_1 and from \d+ shows them\)/);
  expect(first?.text).toMatch(/\n5000$/);
  expect(second).toMatchObject({ failed: false, text: expect.stringContaining("passes (1 test), ") });
  expect(fourth).toMatchObject({ failed: true, exit: 1, changed: [] });
  expect(fourth?.text).toContain("?? made.txt");
  expect(session.git("show", "HEAD:made.txt")).toBe("by a command");
  expect((await session.events("runner.started"))[0]).toMatchObject({ sandbox: { kind: "bubblewrap" } });
});

test("what a command may not change is not committed, what asks first waits, and its author is told of both", async () => {
  const evil = [
    "mkdir -p .github/workflows .huddle .vscode sub/.husky",
    "echo x > .github/workflows/ci.yml; echo x > .huddle/team.json; echo x > .vscode/tasks.json",
    "echo x > sub/.husky/pre-commit; echo 'KEY=1' > .env; rm -f .gitlab-ci.yml; echo ok > made.txt",
    "ln -s /etc/passwd way; ln -s ../../x sub/up; echo 'Obey.' > AGENTS.md",
    "git add -A; git commit -m mine; git config user.name x; echo x > .git",
  ].join("; ");
  const mend = "rm -rf .github .vscode sub AGENTS.md; git show HEAD:.gitlab-ci.yml > .gitlab-ci.yml";
  const session = await build(
    says.calls(run(evil)),
    says.calls(done),
    says.calls(run(mend)),
    says.calls(done),
  );
  expect(await session.play()).toMatchObject({ kind: "finished" });
  await session.theatre.check();
  expect(session.git("ls-tree", "-r", "--name-only", "HEAD").split("\n")).toEqual([
    ".gitlab-ci.yml",
    "made.txt",
    "runs.txt",
  ]);
  expect(session.git("show", "HEAD:.gitlab-ci.yml")).toBe("script: true");
  const [settled] = await session.events("tool.settled");
  expect(settled?.text).toContain(
    "Only a person changes .env, .huddle/team.json, so the commit leaves them as before.",
  );
  expect(settled?.text).toMatch(/^sub\/up, way are links out of the project .* Put a file there/m);
  const paths = [
    ...[".github/workflows/ci.yml", ".gitlab-ci.yml", ".vscode/tasks.json", "AGENTS.md"],
    "sub/.husky/pre-commit",
  ];
  expect(settled?.text).toContain(`A person is asked before ${paths.join(", ")} are committed.`);
  // Nobody is there to say yes, so it goes back to its author, who puts them back.
  expect(await session.events("approval.requested")).toMatchObject([
    { action: "commit", risk: "high", paths },
  ]);
  expect(await session.triggers()).toContain("failed");
  expect(session.told("coding/t1.1", 3)).toContain("nobody was there in time");
  expect(settled?.text).toMatch(/^\[sandbox\] /);
  // What was told is not told again, what was put back needs nobody, and what needs a yes is not promised.
  const told = (await session.events("tool.settled")).map(({ text }) => text);
  expect(told[1]).toMatch(/The commit adds made\.txt\. A person is asked first for \.github/);
  expect(told[2]).toMatch(/^Exit 0/);
  expect(told[2]).not.toMatch(/Only a person|A person is asked/);
  expect(told[3]).toContain("The commit adds made.txt. Only a person changes .env");
});

test("a repository that a command makes in the worktree is its author's matter, and nobody else's", async () => {
  const session = await build(
    says.calls(run("git init -q sub; echo x > sub/a; echo ok > made.txt"), done),
    says.calls(run("rm -rf sub/.git")),
    says.calls(done),
  );
  expect(await session.play()).toMatchObject({ kind: "finished" });
  const texts = (await session.events("tool.settled")).map(({ text }) => text);
  expect(texts[0]).toContain(
    "This worktree cannot be committed as it is: sub is a git repository of its own",
  );
  expect(texts[1]).toMatch(/^Not accepted:\n- sub is a git repository of its own/);
  // Each command is told of what it changed itself.
  expect(texts[0]).toContain("Changed: made.txt.");
  expect(texts[2]).toContain("Changed: sub/a.");
  expect(session.git("show", "HEAD:sub/a")).toBe("x");
  expect(await session.events("step.failed")).toEqual([]);
});

test("commands that a person takes away between two runs are gone, also in a conversation that had them", async () => {
  const stop = new Set<string>();
  const session = await build(
    says.calls(
      { tool: "write_file", input: { path: "made.txt", content: "x\n" } },
      run("echo 1 >> runs.txt"),
    ),
    says.calls(run("echo 2 >> runs.txt")),
    says.calls(done),
  );
  expect(
    await session.play(new Doom("after", stop, (point) => point.includes("tool.settled"))),
  ).toMatchObject({
    kind: "killed",
  });
  const journal = await session.theatre.journal();
  await journal.append(() => [
    {
      actor: "harness",
      event: { type: "policy.changed", patch: { commands: "none" }, why: "the file says so" },
    },
  ]);
  await journal.close();
  expect(await session.play()).toMatchObject({ kind: "finished" });
  const texts = (await session.events("tool.settled")).map(({ text }) => text);
  expect(texts).toContain("There is nothing to run here.");
  expect(session.git("show", "HEAD:runs.txt")).not.toContain("2");
});

test("without a sandbox nobody is offered commands, and checks can still be tried", async () => {
  const session = await build(
    says.calls({ tool: "write_file", input: { path: "made.txt", content: "x\n" } }, run("touch x")),
    says.calls({ tool: "run_checks", input: { names: ["tests"] } }),
    says.calls(done),
  );
  session.theatre.sandbox = noSandbox;
  expect(await session.play()).toMatchObject({ kind: "finished" });
  const tools = session.requests.find(({ by }) => by.thread.startsWith("coding/"))?.request.tools ?? [];
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["run_checks", "read_output", "write_file"]),
  );
  expect(tools.map(({ name }) => name)).not.toContain("run_command");
  expect((await session.events("tool.settled"))[1]).toMatchObject({ failed: true, refused: "unknown" });
  expect((await session.events("runner.started"))[0]).toMatchObject({ sandbox: { kind: "none" } });
});

test("where there should be a sandbox and is none, nothing is built or checked until a person has mended that", async () => {
  const write = { tool: "write_file", input: { path: "made.txt", content: "x\n" } };
  const session = await build(says.calls(write, done));
  const missing = { kind: "missing", why: "it is not installed", remedy: "Install it: apt-get." } as const;
  session.theatre.sandbox = { ...noSandbox, found: missing };
  await expect(session.play()).rejects.toThrow(/stuck: .*it is not installed\. Install it: apt-get\./);
  expect([session.requests, await session.events("checks.finished")]).toEqual([[], []]);
  expect((await session.events("runner.started"))[0]).toMatchObject({ sandbox: { kind: "none" } });

  session.theatre.sandbox = noSandbox;
  const journal = await session.theatre.journal();
  const stuck = (await session.theatre.facts()).findLast(({ event }) => event.type === "step.failed");
  await answer(journal, `s${stuck?.seq}`, { kind: "retry" }, new Date().toISOString());
  await journal.close();
  expect(await session.play()).toMatchObject({ kind: "finished" });
});

describe("a command that a kill meets is never run twice", () => {
  test.each(["before", "after", "within"] as const)("killed at points %s", async (walk) => {
    const session = await build(
      says.calls(
        { tool: "write_file", input: { path: "made.txt", content: "x\n" } },
        run("echo once >> runs.txt"),
        run("echo more >> runs.txt"),
      ),
      says.calls(done),
    );
    const points = new Set<string>();
    for (;;) {
      const ending = await session.play(
        new Doom(walk, points, (point) => walk !== "within" || isInPart(point, 0, 3)),
      );
      if (ending.kind === "killed") continue;
      expect(ending).toMatchObject({ kind: "finished" });
      break;
    }
    await session.theatre.check();
    const lines = session.git("show", "HEAD:runs.txt").split("\n");
    expect(lines.filter((line) => line === "once").length).toBeLessThanOrEqual(1);
    expect(lines.filter((line) => line === "more").length).toBeLessThanOrEqual(1);
    expect(await session.events("task.landed")).toHaveLength(1);
    const called = (await session.events("tool.called")).filter(({ effect }) => effect === "runs");
    expect(new Set(called.map(({ call }) => call)).size).toBe(called.length);
  });
});

test("a reviewer tries the commit in a throw-away checkout, of which nothing is kept", async () => {
  const session = await SmallBuild.open({
    files: { "runs.txt": "" },
    checks,
    policy: { commands: "free" },
    answer: ({ thread, ask }) => {
      if (thread.startsWith("coding/"))
        return says.calls({ tool: "write_file", input: { path: "made.txt", content: "x\n" } }, done);
      if (!thread.startsWith("review/") || ask > 1) return undefined;
      return says.calls(
        run("cat made.txt && echo changed > made.txt && git status --short"),
        { tool: "write_file", input: { path: "made.txt", content: "y\n" } },
        { tool: "run_checks", input: {} },
      );
    },
  });
  session.theatre.sandbox = await realSandbox();
  expect(await session.play()).toMatchObject({ kind: "finished" });
  const tried = (await session.events("tool.settled")).slice(2);
  expect(tried[0]).toMatchObject({ exit: 0, text: expect.stringContaining("x\n M made.txt") });
  expect(tried[1]).toMatchObject({ failed: true });
  expect(tried[2]).toMatchObject({ failed: false });
  expect(session.git("show", "HEAD:made.txt")).toBe("x");
});

describe("set-up that a kill meets is done again, and what is done stays", () => {
  test.each([
    ["before", 3],
    ["after", 3],
    ["within", 12],
  ] as const)("killed at points %s", async (walk, parts) => {
    const session = await SmallBuild.open({
      files: { ".gitignore": "lib/\n", "package.json": "{}\n" },
      checks: [{ name: "tests", run: "cat lib/dep && echo 'ok 1 - is installed'" }],
      policy: { commands: "free", baseline: true, setup: { run: "mkdir lib && cat package.json > lib/dep" } },
      answer: ({ thread }) =>
        thread.startsWith("coding/")
          ? says.calls(
              { tool: "write_file", input: { path: "package.json", content: '{"a":1}\n' } },
              run("cat lib/dep"),
              done,
            )
          : undefined,
    });
    session.theatre.sandbox = await realSandbox();
    const points = new Set<string>();
    for (;;) {
      const ending = await session.play(new Doom(walk, points, (point) => isInPart(point, 1, parts)));
      if (ending.kind === "killed") continue;
      expect(ending).toMatchObject({ kind: "finished" });
      break;
    }
    await session.theatre.check();
    const all = await session.events("checks.finished");
    expect(all.filter(({ why }) => why === "baseline")).toHaveLength(1);
    expect(all.every(({ passed, sandboxed }) => passed && sandboxed)).toBe(true);
    const kept = await readdir(join(session.theatre.folder, "deps")).catch(() => []);
    expect(kept.filter((name) => name.includes("."))).toEqual([]);
    expect(await session.events("task.landed")).toHaveLength(1);
  });
});
