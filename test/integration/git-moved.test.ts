import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import type { StuckWait } from "../../src/core/decide/waits/stuck.ts";
import { parseAnswer } from "../../src/core/views/inbox/words-of.ts";
import { emptyPlace } from "../support/git-place.ts";
import { realClock } from "../support/plain.ts";
import { planned } from "../support/plans.ts";
import { SmallBuild, writes } from "../support/small-build.ts";
import { toldStory } from "../support/told-story.ts";

interface Played {
  readonly at: SmallBuild;
  readonly waits: readonly StuckWait[];
}

/** A commit of somebody else on top of another, made without a checkout. */
async function put(build: SmallBuild, onto: string, path: string): Promise<string> {
  const blob = build.git("hash-object", "-w", "README.md");
  const entries = build.git("ls-tree", onto).split("\n");
  const tree = await new Promise<string>((resolve, reject) => {
    import("node:child_process").then(({ execFile }) => {
      const child = execFile("git", ["mktree"], { cwd: build.theatre.repository }, (error, out) =>
        error ? reject(error) : resolve(out.trim()),
      );
      child.stdin?.end(`${[...entries, `100644 blob ${blob}\t${path}`].join("\n")}\n`);
    }, reject);
  });
  return build.git(...zed, "commit-tree", tree, "-p", onto, "-m", "Mine");
}

interface Play {
  /** The thread whose first request comes just after the move. */
  readonly before: RegExp;
  move(build: SmallBuild): Promise<void>;
  /** Does what a wait tells a person, and says what they answer. */
  settle(build: SmallBuild, wait: StuckWait): string;
}

async function playedThrough({ before, move, settle }: Play): Promise<Played> {
  const waits: StuckWait[] = [];
  let done = false;
  const at: SmallBuild = await SmallBuild.open({
    tasks: [planned("t1"), { ...planned("t2"), dependsOn: ["t1"] }],
    async answer({ thread }) {
      if (!done && before.test(thread)) {
        done = true;
        await move(at);
      }
      return thread.startsWith("coding/t1") ? writes({ "t1.txt": "t1\n" }) : undefined;
    },
    async act(wait, journal) {
      if (wait.kind !== "stuck") return false;
      waits.push(wait);
      const given = parseAnswer(wait, settle(at, wait));
      if ("wrong" in given) throw new Error(given.wrong);
      await answer(journal, wait.id, given, realClock.now());
      return true;
    },
  });
  expect(await at.play()).toMatchObject({ kind: "finished" });
  await at.theatre.check();
  return { at, waits };
}

/** Somebody moves a branch before Huddle moves it, and the person says these words to what waits. */
async function played(
  branch: string,
  before: RegExp,
  typed: string,
  move: (build: SmallBuild) => Promise<void>,
): Promise<Played> {
  const settle = (build: SmallBuild, { error }: StuckWait) => {
    if (typed === "yes") shell(build.theatre.repository, /To move it back: (git .*), then/.exec(error)?.[1]);
    return typed;
  };
  const found = await playedThrough({ before, move, settle });
  expect(found.waits).toMatchObject([
    { code: "branch.moved", remedy: { kind: "moved", ref: `refs/heads/${branch}` } },
  ]);
  return found;
}

const zed = ["-c", "user.name=Zed", "-c", "user.email=z@example.com"];

/** As a person types it. */
function shell(cwd: string, command = "false"): void {
  execFileSync("/bin/sh", ["-c", command], { cwd, stdio: "ignore" });
}

const files = (build: SmallBuild) => build.git("ls-tree", "-r", "--name-only", "HEAD").split("\n");

describe("10.21: a branch that something else moved", () => {
  const main = "huddle/s/main";
  const mainMoves = async (build: SmallBuild) => {
    const commit = await put(build, main, "mine.txt");
    build.git("update-ref", `refs/heads/${main}`, commit);
  };

  test("the integration branch, moved back with the command that is shown", async () => {
    const { at, waits } = await played(main, /^review\/t2/, "yes", mainMoves);
    expect(waits[0]?.error).toMatch(/was moved outside of Huddle from [0-9a-f]{12} to [0-9a-f]{12}\./);
    expect(files(at)).toEqual(["README.md", "t1.txt", "t2.txt"]);
  });

  test("the integration branch, taken as it is", async () => {
    const { at } = await played(main, /^review\/t2/, "take", mainMoves);
    expect(files(at)).toEqual(["README.md", "mine.txt", "t1.txt", "t2.txt"]);
    expect(await toldStory(at.theatre)).toContain("take the branch as it is now, at");
    expect(at.git("log", "--format=%s", "HEAD")).toContain("Mine");
  });

  test("the integration branch, moved to where landed work is missing: the person is told, and it is so", async () => {
    const { at, waits } = await played(main, /^review\/t2/, "take", async (build) => {
      build.git("update-ref", `refs/heads/${main}`, await put(build, "HEAD", "mine.txt"));
    });
    expect(waits[0]?.error).toContain("It does not hold what Huddle had put there");
    expect(files(at)).toContain("mine.txt");
    expect(files(at)).toContain("t2.txt");
  });

  const task = "huddle/s/t1";
  const taskMoves = async (build: SmallBuild) => {
    build.git("update-ref", `refs/heads/${task}`, await put(build, "HEAD", "mine.txt"));
  };

  test("a task's branch, moved back", async () => {
    const { at } = await played(task, /^coding\/t1/, "yes", taskMoves);
    expect(files(at)).toEqual(["README.md", "t1.txt", "t2.txt"]);
  });

  test("a task's branch, taken: the task goes on with both in a new worktree", async () => {
    const { at } = await played(task, /^coding\/t1/, "take", taskMoves);
    expect(files(at)).toEqual(["README.md", "mine.txt", "t1.txt", "t2.txt"]);
    expect(await at.triggers()).toEqual([
      ...["dispatched", "ready", "done", "lost", "ready", "done", "passed", "approved", "prepared", "landed"],
    ]);
    expect(JSON.stringify(at.requests)).toContain("Somebody else put commits on your branch");
  });

  test("a task's branch, taken where it conflicts, merged by hand with the commands that are shown", async () => {
    const desk = join(await emptyPlace(), "desk");
    const { at, waits } = await playedThrough({
      before: /^coding\/t1/,
      async move(build) {
        build.git("worktree", "add", "-q", "-b", task, desk, "HEAD");
        await writeFile(join(desk, "t1.txt"), "mine\n");
        build.git("-C", desk, "add", ".");
        build.git("-C", desk, ...zed, "commit", "-qm", "Mine");
      },
      settle(build, { code, error }) {
        if (code === "branch.moved") return "take";
        if (code === "repository.unready") {
          shell(build.theatre.repository, / keep your files: (git .*)$/m.exec(error)?.[1]);
          return "yes";
        }
        const [, leave, merge, move] =
          /by hand: (git switch .*) && (git merge .*)\n.*type: (git branch .* HEAD)\./.exec(error) ?? [];
        shell(desk, leave);
        shell(desk, `${merge} || true`);
        shell(desk, `printf 'both\\n' > t1.txt && git ${zed.join(" ")} commit -qam both`);
        shell(desk, move);
        return "take";
      },
    });
    expect(waits.map(({ code }) => code)).toEqual(["repository.unready", "branch.moved", "merge.conflict"]);
    // A task lands as one commit, with what was taken in it.
    const took = (await at.theatre.facts()).flatMap(({ event }) =>
      event.type === "effect.settled" && event.text.startsWith("took") ? [event.commit] : [],
    );
    expect(took.map((commit) => at.git("show", `${commit}:t1.txt`))).toEqual(["both"]);
    expect(at.git("log", "--format=%s", "HEAD")).not.toMatch(/^(Mine|both)$/m);
    expect(at.git("-C", desk, "status", "--porcelain")).toBe("");
  });

  test.each([
    ["the integration branch", main, /^review\/t2/],
    ["a task's branch, taken", task, /^coding\/t1/],
  ])("%s, which a person has checked out, stays until they have left it", async (_, branch, before) => {
    const desk = join(await emptyPlace(), "it's a desk");
    const { at, waits } = await playedThrough({
      before,
      async move(build) {
        build.git(
          "worktree",
          "add",
          "-q",
          ...(branch === task ? ["-b", branch, desk, "HEAD"] : [desk, branch]),
        );
        if (branch === task) build.git("-C", desk, ...zed, "commit", "-q", "--allow-empty", "-m", "Mine");
      },
      settle(build, { code, error }) {
        if (code === "branch.moved") return "take";
        expect(build.git("-C", desk, "status", "--porcelain")).toBe("");
        shell(build.theatre.repository, / keep your files: (git .*)$/m.exec(error)?.[1]);
        return "yes";
      },
    });
    const moved = branch === task ? ["branch.moved"] : [];
    expect(waits.map(({ code }) => code)).toEqual(["repository.unready", ...moved]);
    expect(at.git("-C", desk, "status", "--porcelain")).toBe("");
    expect(files(at)).toEqual(["README.md", "t1.txt", "t2.txt"]);
  });
});
