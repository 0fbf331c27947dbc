import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { answerOf, type ProvidedDesk, providedDesk } from "../support/obliging-provider.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import { requires } from "../support/requires.ts";
import { type Job, runJob, workflowSteps } from "../support/workflow.ts";

const root = join(import.meta.dirname, "..", "..");
const page = join(root, "docs", "unattended.md");
/** What a shell would run if the words of a person stood in the script. */
const title = 'Add a greeting $(touch pwned) "quoted"';
const checks = '{ "checks": { "quick": [{ "name": "tests", "run": "test ! -e red.txt" }] } }\n';
const names = [
  "Install Huddle and its sandbox",
  "Do it",
  "Say on the page of the job what came of it",
  "Push the branch",
] as const;
const [install, doIt, summary, push] = names;

interface Played extends Job {
  readonly at: ProvidedDesk;
  readonly workspace: string;
  readonly verdict: Record<string, unknown> | undefined;
  readonly summary: string;
  /** The branches of the repository at GitHub. */
  readonly pushed: readonly string[];
}

/** The job of the page on a fresh checkout. Node's packages, root and GitHub itself are stood in for; all else is real. */
async function job(answers?: (asked: Asked) => ReturnType<typeof answerOf>): Promise<Played> {
  const at = await providedDesk({
    files: { ".huddle/team.json": checks },
    ...(answers && { server: { answers } }),
  });
  const [github, workspace, programs, temporary] = ["github", "work", "programs", "temporary"].map((name) =>
    join(at.root, name),
  ) as [string, string, string, string]; // four names, so four paths
  await at.gitIn(at.root, "clone", "-q", "--bare", at.repository, join(github, "we/ours.git"));
  await at.gitIn(at.root, "clone", "-q", join(github, "we/ours.git"), workspace);
  await mkdir(join(workspace, ".huddle-program"));
  for (const part of ["dist", "prompts", "rehearsals", "package.json"])
    await symlink(join(root, part), join(workspace, ".huddle-program", part));
  await mkdir(temporary);
  await mkdir(programs);
  const installs = '[ "$*" != "install -g ." ] || ln -s "$PWD/dist/huddle.cjs" "$PROGRAMS/huddle"';
  for (const [name, script] of [
    ["npm", installs],
    ["sudo", '[ "$1" != tee ] || cat > /dev/null'],
  ] as const)
    await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const from = "https://x-access-token:token-of-this-job@github.com/";
  await at.gitIn(at.root, "config", "--global", `url.${github}/.insteadOf`, from);
  const env = {
    ...at.env,
    PATH: [programs, dirname(process.execPath), at.env.PATH ?? "/usr/bin:/bin"].join(":"),
    ...{ PROGRAMS: programs, RUNNER_TEMP: temporary, GITHUB_REPOSITORY: "we/ours" },
    GITHUB_STEP_SUMMARY: join(temporary, "summary.md"),
  };
  const given = {
    "secrets.ANTHROPIC_API_KEY": "sk-of-this-test-only",
    "github.token": "token-of-this-job",
    "inputs.title": title,
    "inputs.brief": "",
  };
  const steps = workflowSteps(await readFile(page, "utf8"));
  const done = await runJob(steps, { cwd: workspace, env, given });
  const left = await readFile(join(temporary, "verdict.json"), "utf8").catch(() => undefined);
  const branches = await at.gitIn(join(github, "we/ours.git"), "branch", "--format=%(refname:short)");
  return {
    ...done,
    ...{ at, workspace },
    verdict: left === undefined ? undefined : JSON.parse(left),
    summary: await readFile(env.GITHUB_STEP_SUMMARY, "utf8"),
    pushed: branches.split("\n"),
  };
}

test("the job of the page does the work, says what came of it, and pushes the branch", async () => {
  requires("bwrap");
  const { codes, printed, verdict, summary: said, pushed, at, workspace } = await job();
  expect(printed).toContain("landed");
  expect(codes).toEqual({ [install]: 0, [doIt]: 0, [summary]: 0, [push]: 0 });
  expect(verdict).toMatchObject({ exit: 0, tasks: [{ outcome: "landed" }] });
  const { onto } = (verdict as { shipped: { onto: string } }).shipped; // as matched above
  expect(pushed.toSorted()).toEqual([onto, "main"].toSorted());
  expect(await at.gitIn(join(at.root, "github/we/ours.git"), "show", `${onto}:t1.txt`)).toContain(
    "coding/t1.1",
  );
  expect(said).toMatch(/^```\n[\s\S]*landed[\s\S]*\n```\n$/);
  expect(existsSync(join(workspace, "pwned"))).toBe(false);
  expect(existsSync(join(workspace, ".huddle-program"))).toBe(false);
});

const asks = (asked: Asked) => ({
  text: "",
  calls: [{ tool: "ask_question", input: { question: `Which greeting, of ${asked.messages.length}?` } }],
});
const isCoding = (asked: Asked) => asked.tools.some(({ name }) => name === "write_file");
const breaks = (asked: Asked) => {
  const { text, calls } = answerOf(asked);
  const red = { tool: "write_file", input: { path: "red.txt", content: `${asked.messages.length}\n` } };
  return { text, calls: isCoding(asked) ? [red, ...calls] : calls };
};

const talks = (asked: Asked) => {
  if (isCoding(asked)) return { text: `Words, after ${asked.messages.length}.`, calls: [] };
  const input = { decision: "stop", words: "It comes to nothing." };
  const decides = asked.tools.some(({ name }) => name === "budget_decision");
  return decides ? { text: "", calls: [{ tool: "budget_decision", input }] } : answerOf(asked);
};

test.each([
  ["a question that nobody answers", asks, 3],
  ["checks that are red however often", breaks, 3],
  ["an engineer that only talks, until the architect stops it", talks, 5],
])("after %s the job is red, nothing is pushed, and its page says what waits", async (_, answers, code) => {
  requires("bwrap");
  const { codes, verdict, summary: said, pushed } = await job(answers);
  expect(codes).toEqual({ [install]: 0, [doIt]: code, [summary]: 0 });
  expect(verdict).toMatchObject({ exit: code, shipped: null });
  expect(pushed).toEqual(["main"]);
  expect(said).toMatch(/needs you|failed/);
});
